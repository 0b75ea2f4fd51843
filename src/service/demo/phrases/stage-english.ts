import type { Bank } from '../speech.ts'

export const stageEnglish: Bank = {
  emoji: '🎶 👏 👏👏 😍 🎻 🙌 ❤️ 🔥 😊 ✨ 🥹 🎷 😂 🙏',
  slots: {
    thanks:
      'thanks|thank you|cheers|ta|much appreciated|many thanks|brilliant, thanks|got it|great, thank you|nice one|noted|merci|🙏|lifesaver',
    soon: 'in December|next month|for New Year|in spring|for the harbour show|next weekend',
    bit: 'solo|bridge|intro|outro|chorus|middle part|quiet bit|build-up|last verse|slide|pause|duet|counter-melody|harmony|breakdown|key change|ending|second verse',
    praise:
      'gorgeous|unreal|pure joy|so tender|perfect|wild|breathtaking|just right|something else|stunning|world class|magic|so tight|pure gold|incredible|beautiful|out of this world|lovely|a dream|spot on|ridiculous|heavenly|soulful|huge',
    piece:
      'Riverbank Suite|the second movement|Północ|The one with the whistling|Harbour Lights|Winter Ferry|the Galata song|Saltwater Waltz|Nine Lanterns|the lullaby|Copper Coast|Letters from Leeds|the new one|Low Tide|Tram 28|the opener|Postcards|Grey Heron',
    player: 'Grażyna|Mirela|Tomás|Kwame|Aoife|Hiroshi|Inês|the bass player|the new drummer|the cellist|the trumpet guy',
    sound: 'bass|violin|accordion|cello|piano|kick drum|trumpet|vocal|double bass|guitar',
    city: 'Leeds|Accra|Toronto|Cork|Wellington|Nairobi|Bristol|Oslo|Manila|Chicago|Glasgow|Mumbai|Utrecht|Cape Town|Lagos|Melbourne|Singapore|Reykjavík|Marseille|Hull|Perth|Belfast|Austin|Kingston|Colombo|Tampere|Halifax|Galway|Durban|Porto',
    device: 'phone|old laptop|telly|tablet|projector in the garden|kitchen radio somehow|work computer (shh)',
    who: 'my daughter|my dad|the whole family|my flatmate|my grandmother|the dog|our book club|my wife|the neighbours|two very loud kids|my sister',
    drink: 'tea|cocoa|a cold beer|red wine|way too much coffee|soup|popcorn|leftover curry|ginger biscuits',
    when: 'last spring|in Lisbon|two years ago|at the harbour show|in March|last month|in Gdańsk|on the summer tour|before the pandemic',
  },
  topics: {
    before: `
(Hello|Hi|Evening|Hey) (everyone|all|folks) from {city} (👋|!|)
(Good evening|Morning|Hi there|Greetings) from {city}, {2-12} (degrees|°C) and (raining|windy|clear|foggy) here
Is the stream up yet? I (only |)see (a black screen|the still picture|the waiting card) // Same here, they said five minutes // It's (up|on) now, reload the page
What time does it (actually |)start? // {piece} at the hour I think, doors are always ten minutes early // {thanks}, {@}
What time does it (start|begin|kick off) for us in {city}? // The page shows your local time, top right // oh (clever|nice|brilliant), ta
First time here, (how does this work|anything I should know|do I need to do anything)? // Sit back and clap with emoji // (Ha|lol), I can do that
Got my {drink} ready
{drink} ✔ headphones ✔ {who} in bed ✔
Watching (with|next to) {who} tonight
Watching on the {device} tonight, wish me luck
(Anyone else|Who else is) from {city}? // Me! (North|South|East) side // (Small world|No way|Love it) 😄
(Is|Will) {player} (playing|be on) tonight? // On the poster, yes // (Yesss|Brilliant|Made my day)
Did (anyone|somebody) see the (set list|setlist) yet? // https://aurora.example/setlist // {thanks} {@}
I hope they play {piece}
(Fingers crossed|Please please|Praying) for {piece} tonight
Sound check sounds (promising|great|loud) already
(Can you hear|Is it just me or can you hear) the {sound} in the background? // Sound check, they do that every time
Bought the ticket (an hour|ten minutes|two minutes) ago, (totally worth it|no regrets|my first one)
My ticket code (does not work|says expired|is not accepted) 😟 // # Hi {@}, please write to tickets@aurora.example, we answer within minutes // (Solved|Works now|It worked), thank you!
How long is the show? // About two hours with a break
Is there a break? // Yes, fifteen minutes after {piece}
Saw them {when} and (cried|danced|could not talk) the whole (way home|next day|evening)
Last time {player} (broke a string|forgot the words|told that story about the ferry) in the first minute, (I loved it|legendary|best moment)
# Good evening and welcome. Doors are open, we begin in {5-20} minutes. Chat is open the whole evening.
# A word before we start: tickets are sold on aurora.example only. Nobody of the crew will write to you first.
Counting minutes
Here we (go|gooo|gooooo)
Good crowd (already|tonight), {300-900} people watching
(Lights are going down|They are coming on|I see {player} at the side)!
My cat (took|stole) the best seat again
Traffic was awful but (made it|I'm here|I made it in time)
Switching to (the big screen|headphones|my good speakers), one moment
(Do|Did) they post the (programme|line-up)? // https://aurora.example/tonight // perfect, {thanks}
Please someone tell {player} that {city} says hello
`,
    during: `
(That|This|The) {bit} (in {piece}|by {player}|just now|on the {sound}|tonight) (is|was) {praise}
{praise}, (just|simply|honestly) {praise2}. (That|The) {bit}!
{player} and {player2} on {piece}: {praise}
The {bit} of {piece} (is|sounds) {praise} on my {device}
{who} (says|thinks|insists) the {bit} (was|is) {praise} and I (agree|can't argue|nodded)
The {sound} in the {bit} (😍|, my goodness|, oh my|is {praise})
{piece} (sounds|feels) {praise} (tonight|live|like this|with the new {sound} part)
Did you hear the {sound} in that {bit}? // {praise}, right? // {praise2}!
Who else (got|has) goosebumps at the {bit}? // (Me|Here|🙋), in {city} // Every single time
{city} (here|calling|checking in): the {bit} was {praise}
Never heard {piece} this (slow|fast|quiet|loud|tender|wild). {praise}
I could listen to that {bit} (all night|on repeat|forever|till {city} wakes up)
My favourite so far: the {bit} in {piece} // Mine was the {sound} in {piece2} // Both {praise}
{player} just (grinned at|nodded to|out-played|winked at) {player2} in the {bit}
That {sound} tone, what (mic|amp|room|strings) is that? // {player} builds them at home // Of course
Is {player} playing {piece} on a (borrowed|new|very old) {sound}? // Sounds like it // {praise} anyway
{who} (woke up|came in|stopped cooking) for the {bit}. Worth it
Somebody clip the {bit} please // https://clips.example/aurora/{1000-9999} // You're {praise}
The {bit} into {piece} without a break, {praise}
Okay {player}, we (heard|see|feel) you
From {city} with {drink}: {praise}
More {sound}! (Always|Never too much|I said what I said)
If {piece} is not the encore I (riot|cry|move to {city}) // Vote then! // Voted {2-5} times in my heart
(Still|Already) thinking about the {bit} from {5-30} minutes ago
(Is|Was) that a new {bit} in {piece}? // Since {when}, yes // Suits it
The (camera|light|sound) person caught the {bit} (perfectly|beautifully|just right)
{player} forgot the {bit} and invented a better one 😂
Number of people crying in {city}: {2-40}
That {bit} deserves its own (record|statue|poll|encore)
That {sound} (is unreal|gave me goosebumps|!!|wow)
The {sound} is (so clean|gorgeous|a bit loud|perfect) tonight
{player} (is on fire|never misses|is unbelievable|makes it look easy) tonight
(Bravo|Brava|Bravissimo)(!|!!|!!!)
👏👏👏
👏👏👏👏👏
(Wow|WOW|Wow wow|Oh wow|wooow)
What was (that|this) (one|last one|song) called? // {piece} // {thanks}, {@}
Is this {piece}? // Yes, a slower version // (Even better|I like it|Hardly recognised it)
Is this {piece}? // No, {piece2}. They sound alike at the start // ah (right|ok|of course)
(I know|I love|I adore) this one, they played it {when}
{piece}!!! (finally|at last|my favourite)
(Goosebumps|Tears|Speechless|Chills) in {city}
{who} just (started dancing|asked who is singing|stopped scrolling|said "louder")
My {device} cannot keep up with {player}
(Sound|Audio|Picture) dropped for (a second|a moment|me), (anyone else|only me|just here)? // Fine here in {city} // Reloaded, back again
Is the picture (frozen|stuck|blurry) for anyone? // Lower the quality with the cog, helped me // It did, thank you
Video is a little (behind|ahead of) the sound on my {device} // Pause and play again, fixes it // (Magic|Fixed|That did it)
Which (key|tuning) is (this|that) in? // D minor, the capo is on two // (you people are amazing|cheers)
What (accordion|violin|guitar|bass) is {player} playing? // An old one from {city}, there is a story on the site
Can (we|you) (see|get) the (left|right|top) camera (more often|again)? The {sound} is over there
Camera two please 🙏
(Whoever|The person who) does the lights (deserves a raise|is a genius|knows their job)
The lights on {piece} (were magic|made me gasp|look like the sea)
I was (just|only) going to watch ten minutes. That was {40-90} minutes ago
Will there be a recording? // # Yes, ticket holders can watch again for 7 days // (Great|Perfect|Phew), thanks
Can I watch this again tomorrow? // Yes with the same ticket, 7 days // lovely, {thanks}
Is there a break soon? // After this one I think
(Break|Pause): time for {drink}
Back with {drink}, what did I miss? // {player} sang (alone|a cappella|with the crew) and it was (perfect|so funny|beautiful) // noooo 😭
Who wrote {piece}? // {player} did, on a night train // of course on a night train
The (hush|silence) before {piece} 🤫
That (ending|last chord|key change|bridge|solo)...
(How|HOW) does {player} do that
(Can't stop|I keep) smiling
Clapping alone in my kitchen in {city}, {who} thinks I'm mad
Set list so far: https://aurora.example/setlist
Screenshot of the century: https://pics.example/aurora-{100-999}.jpg
View from my sofa: https://pics.example/sofa-{10-99}.jpg
Here is the video from {when}: https://tube.example/watch/{1000-9999}
(Encore|Encore please|One more)(!|!!| 🙏|)
Voted in the poll. {piece} or nothing
What did you vote? // {piece}, obviously // {piece2} here, sorry 😅
The poll is (so close|neck and neck|moving fast)
{piece} is winning the poll (yes|oh no|as it should)
(Is|Was) that a wrong note? // It's jazz, no wrong notes // 😂
That was (not|hardly) a mistake, they played it like that {when}
(So much|More) love from {city} ❤️
# Thank you all for the kind words, the musicians read along in the break. {piece} is next.
# The poll for the encore is open: choose before the end of {piece}.
# Small trouble with the {sound} microphone, we are on it. Thank you for telling us.
Sound is (back|fixed|perfect now), well done crew
Sitting in (the train|a hotel|the car park|the hospital night shift) in {city} with one earphone, worth it
Half of our (office|street|choir|year group) is watching
I (played|sang) {piece} at my wedding
My (father|aunt|teacher) taught me {piece}. (Miss those evenings|Long ago now), thank you for this
Learning {piece} on the {sound} for {2-9} months. Now I want to give up 😄 // Keep going {@}! // ok you convinced me
Does anyone have the (chords|sheet music) for {piece}? // On the site under Scores, free for members // (Great|Superb)
Turn the {sound} up (please|a bit|just a hair) // On my {device} it's fine, maybe your speaker? // could be, (sorry|thanks)
Bass players of {city}, assemble
That whistling part (always gets me|is stuck in my head for a week now)
{player} smiling at {player2} there 🥹
Did {player} just (wink|laugh|drop a stick)? // Twice! // (love this band|so human)
Greetings to {player} from the whole {city} (choir|fan club|night shift)
Honestly (better than|as good as) being there (when|as) it rains
Was there (in the hall|live) {when}, this is (almost|just) as good
I need this on vinyl // Shop opens after the show: https://shop.aurora.example // take my money
Where can I buy the (record|album|poster)? // https://shop.aurora.example // (ordered|thanks {@}|on it)
(lol|haha|😂😂) the (drummer's face|cable|cat on stage)
Somebody cut onions in {city}
10/10
No notes. (Perfect|Just perfect|Perfect evening)
Hello from the night shift in {city}
What a (voice|night|band|crowd|start|finish)
The harmonies!!
Ok that tempo is (insane|illegal|ridiculous)
Quiet people: you are allowed to clap in chat 👏
Is it true that {player} leaves after this tour? // Only a break, said so on the radio // (pheeew|good)
Kids in {city} say hi and ask for {piece}
Slow one now, dimming the lights here
Play {piece}(!| please| or we riot 😄)
Turn it UP
I was here for {player} and stay for {player2}
This is (my|our) {3-14}th Aurora stream, never (disappointed|boring|missed one)
`,
    after: `
Thank you (all|everyone|crew|Aurora)! (Best|Lovely|Unforgettable|Wonderful) evening
(Good night|Night|Sleep well) from {city} (🌙|💤|)
That was (over too soon|magic|exactly what I needed|the best so far)
When is the next one? // Next Saturday, same time // (Booked|See you there|In my calendar)
Already booked for next week
Is the recording up (yet|already)? // Tomorrow at noon, they said
My favourite was {piece}, yours? // {piece2}, no contest // ok that one too
Still humming {piece}
Photos from tonight: https://aurora.example/photos
Thank you crew, (sound|lights|cameras) (was|were) top
# Thank you for being with us. The recording is online from noon. Good night and safe dreams.
See you (next week|Saturday|soon), lovely people
{who} wants to (learn the|take up the) {sound} now. Look what you did
Made (friends|two friends) in this chat tonight 🥹
Bye (all|everyone)! 👋
Encore was (everything|perfect|my dream)
(Rewatching|Replaying) {piece} in my head
`,
    between: `
(Morning|Hello|Hey) from {city}, {piece} is stuck in my head again
Made {drink} and put on {piece}. (Good|Perfect|Slow) morning
Anyone going to {city} {soon}? // Looking at trains now // Tell me, I'll join
My {device} died, which one do you watch on? // Cheap {device2}, works // Thanks, will try
{who} asked for {piece} at dinner. Proud moment
Practised the {bit} of {piece} for {20-90} minutes. Still terrible // Slower! Half speed // (Ok ok|Trying), {@}
Poster from {when}: https://pics.example/poster-{100-999}.jpg // Where can I get one? // Shop, if any are left
Has {player} said anything about {city}? // "Soon", whatever that means // Soon is good
Which stream was your favourite? // The one {when}, with the {sound} // Same!
{player} played on the radio: https://radio.example/talks/{100-999}
Does the ticket work for two devices? // One at a time // Fair enough
Where is the {sound} player from? // {city}, I think // Explains a lot 😄
Is anyone here (today|now|this early)? // (A few of us, always|Yes, from {city}|Me, with {drink}) // (nice|good to know)
Listening to {piece} (at work|on the bus|while cooking|again)
When do tickets for (the next show|Saturday|December) go on sale? // Friday at ten // (Thanks|Set an alarm), {@}
Rewatched {piece} from Saturday, the {sound} solo at {10-58}:{10-59} is (unreal|so good|my whole life)
Does (anyone|somebody) have a spare ticket for {city}? // Only resell on aurora.example please, there are fakes around // (Right|Good point), thanks
Who is going to the {city} show? // Me and {who} // We should meet at the door
(Found|Look at) this old picture of the band: https://pics.example/aurora-old-{10-99}.jpg
Interview with {player}: https://radio.example/talks/{100-999} (worth your time|lovely|so funny)
(Happy birthday|Happy Monday|Good morning) from {city}
New strings day. Trying {piece} tonight // Recording or it did not happen // (Never|Maybe) 😄
Is {player} teaching anywhere? // (Summer course|Weekend course|Online course), https://aurora.example/course/{10-99} // {thanks}, looking now
Can I gift a ticket to {who}? // Yes, (there is a box|tick) "for somebody else" // perfect, {thanks}
The new mix of {piece} is out: https://aurora.example/listen
Train to {city} is booked, see you at the show
(Quiet|Sleepy) in here (today|this morning)
Which headphones do you use for the streams? // Big old studio ones from {when} // I use my {device}, shame on me
Is the stream also with subtitles? // For the talks, yes. (Songs not yet|Not for {piece} though|{player} is working on the songs)
How do I change my picture here? // Sign out, then your name, then the camera icon // found it, {thanks}
Wrote down the chords of {piece}: https://scores.example/s/{100-999}
Any news about {player}? // Fine again, plays on Saturday // (relief|so glad)
# Tickets for the next (two|three) Saturdays are online (now|from {8-12} o’clock). (Members get the first hour.|First come, first served.|{player} opens the first one.)
# We moved the start by {10-45} minutes (so that families can watch|because of the trains|for the guests from {city}). Your ticket stays valid.
`,
  },
}
