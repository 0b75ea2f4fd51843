import type { Bank } from '../speech.ts'

export const vetEnglish: Bank = {
  emoji: '🐶 🐱 🙏 😊 ❤️ 🐾',
  slots: {
    girl: 'Luna|Biscuit|Nala|Poppy|Zuri|Mochi|Daisy|Pepper|Frida|Olive|Maple|Kiki|Ginger|Suki|Hattie|Freya|Tilly|Amara|Pickle|Dotty',
    boy: 'Max|Simba|Otis|Rolo|Toast|Winston|Bruno|Ziggy|Monty|Barney|Oscar|Kofi|Fergus|Noodle|Hugo|Rafi|Socks|Bandit|Chai|Gus',
    dog: 'Labrador|beagle|cockapoo|whippet|collie|spaniel|greyhound|terrier cross|dachshund|poodle|rescue mutt|boxer|pug|shepherd mix',
    cat: 'tabby|ginger tom|Maine Coon|rescue cat|black cat|Siamese|tortoiseshell|British shorthair|indoor cat',
    small: 'rabbit|guinea pig|budgie|hamster|tortoise|cockatiel|ferret|gecko|rat|hen',
    food: 'a whole sock|two grapes|half a chocolate bar|a corn cob|onion gravy|a tea towel corner|raisin toast|chewing gum|a peach stone|my earplugs|a birthday candle|avocado',
    days: 'two days|three days|since Monday|since yesterday|about a week|since the weekend|four days',
  },
  topics: {
    questions: `
{boy} ({dog}, {2-13}) has (bad breath|brown teeth|a wobbly tooth) {days}. Can it wait? // # Is he chewing on both sides, and does he drop food? // (Drops it|Only on the left|Chews like always) // # A dental check in the next {1-3} weeks then, sooner if his face swells. Soft food until you know.
{girl}, {cat}, {3-16}, has been sneezing {days} // # Clear or coloured, one nostril or both? // (Clear, both|Coloured, only the left one) // # If she eats and plays: steam in the bathroom twice a day and watch. Coloured or one-sided for more than {3-7} days: to the practice. // Will do, thank you
Travelling {4-15} hours by car with {boy}. Tips? // # Nothing to eat four hours before, a break every two, his own blanket, and never a closed car in the sun. // He sings in the car // # Then bring earplugs. Not for him, and keep them away from him.
{girl} got stung by a bee on the (paw|lip|nose) // # Can she breathe freely, any swelling of the face? // A little swollen, breathing fine // # Cool it, take the sting out sideways with a card, and watch her for {2-4} hours. Swelling that spreads or any wheeze: drive. // Swelling is down already
{boy} and the new {cat} hiss all day // # Start again: separate rooms for a week, swap blankets, meals on both sides of the door. // How long does it take? // # Days to months. Mine took {2-9} weeks and now they plot together.
My {small} has (long teeth|overgrown claws|a bald spot) // # Photo? And what is in the bowl, by weight? // https://pics.example/small-{100-999}.jpg Mostly pellets, {20-60} g // # Too many pellets, too little hay. Cut them to a spoonful over two weeks and have the mouth looked at. // Understood
When do I worry about vomiting? {girl} did it {2-4} times since lunch // # Blood, a hard belly, weakness, or nothing staying down for 12 hours: go. Otherwise small sips, rest, bland food tomorrow. // No blood, already bored again // # Bored is a fine sign.
{boy} drags his bottom over the carpet. Worms? // # Usually the glands. Your nurse empties them in a minute; do not learn it from a video. // I will not. Ever
Microchip says the wrong number for {girl} // # Ring the register with the paper from the practice, it takes {5-20} minutes. Do it before the holidays, not after. // On hold with them now 🎵
Is {dog} + toddler a good idea? // # With a gate, rules for the toddler, and a quiet place for {boy} that nobody enters: yes. // The toddler needs more training than {boy} // # They always do.
My {dog} {girl} ate {food} (an hour ago|this morning|just now). Should I worry? // # How heavy is she, {@}, and is she her usual self? // About {6-38} kg, running around as if nothing happened // # Then ring your own practice now and tell them weight, time and amount. Do not make her sick at home. If she vomits, goes quiet or wobbly: straight in. // Calling them. Thank you so much
{boy} ({2-14}, {dog}) has been limping on the (left|right) front leg for {days} // # Does he put weight on it, and is anything hot or swollen? // Some weight, no swelling // # Rest on the lead for three days, no stairs or jumping. Check between the toes for a grass seed. No better by then: have it looked at. // There WAS a grass seed. You are a wizard // # The toes usually know. Keep an eye on the redness for two days.
How often should a {cat} drink? {girl} hardly touches her bowl // # On wet food many cats drink very little, and that is fine. More worrying is the opposite: suddenly drinking a lot. // She is {3-15}, wet food twice a day // # Then enjoy her as she is. A wide bowl away from the food may tempt her.
My {cat} {boy} is {11-18} and suddenly drinks like a camel // # A change like that deserves a blood and urine test this week: kidneys, thyroid, sugar. Can you bring a urine sample? // How on earth do I get one? // # Your practice has litter made of little plastic beads. He will judge you, but it works. // 😂 on my way
{girl} scratches all night. No fleas that I can see // # Comb her over a wet white tissue. Brown specks that turn red are flea dirt. // Specks turned red... // # Mystery solved. Treat every animal in the house, and wash the bedding hot. // All {2-4} of them, noted
Is it ok to brush a {dog}'s teeth with mine? The paste I mean // # Never ours: sweetener and fluoride harm dogs. Pet toothpaste, a soft brush, thirty seconds a side. // {boy} prefers chicken flavour, it turns out
How much is too much? {girl} steals food from {boy} // # Feed them in separate rooms for fifteen minutes, then lift the bowls. Boring and it works. // Day {2-6}: she sits at the door and sings // # Opera is not hunger. Stay strong.
(Half|Is half) a tablet (is|still) right for {6-10} kg? The label is gone // # Please do not guess doses from memory, {@}. Your practice has it on file, one call. With food when you have the answer. // Called. It was a quarter. Glad I asked
My {small} stopped eating {days}. Can it wait till Monday? // # No. Small animals that stop eating go downhill within a day. Please find an open practice today. // Found one in {5-40} minutes by bus. Going // # Good. Keep warm on the way, take the usual food along. // Update: tooth trouble, already eating again. Thank you thank you
First {small} for the kids. What do people get wrong? // # Three things: too small a home, too little hay or company, and no budget for a vet. // We have the hay // # Then you are ahead of most. Weigh weekly, it tells you everything.
{boy} is afraid of fireworks. Anything that really helps? // # A den that is open all year, curtains, music with bass, and you acting bored. Start practising with quiet recordings in {2-5} weeks' time. // And tablets? // # There are good ones now. See your vet two weeks before, not on the night. // > We did the recordings last year, huge difference
When can {girl} go out after neutering? // # Ten days of calm, lead only, cone on. She will feel fine on day three, that is the dangerous day. // It is day three and she is on the sofa back 🙈 // # As I said.
The cone drives {boy} mad // # A soft ring or a body suit can do, if he cannot reach the wound. Send me his waist size in words, not tape. // "Bread loaf" // # Medium then.
{girl} snores like a truck, is that normal for a {dog}? // # Common is not always normal. Does she tire quickly or faint in heat? // A bit slow on hot days // # Then have her airways listened to. Losing a kilo alone often halves the noise.
What do I feed a {dog} with a delicate stomach? // # Small meals, one protein, change slowly over ten days. And a diary for two weeks. // A diary for {boy}. He'd be thrilled // # Dear diary, chicken again.
Is {food} dangerous for a {cat}? // # In any amount I would ring the poison line or your vet rather than wait. How long ago? // {5-50} minutes // # Then call now, please, and come back to tell us. // They said bring him. In the taxi // # Right call. Thinking of you both.
My {cat} pees next to the tray since we moved // # First rule out a bladder problem: a sample, this week. Then: one tray more than cats, no lids, quiet places. // It was the tray next to the washing machine 🤦 // # I would not use that one either.
Lump on {boy}'s side, soft, like a (grape|marble|walnut). Panic? // # No panic, and no waiting: a needle sample takes two minutes. Measure it today and write the date down. // {1-3} cm. Appointment on Thursday // # Good. Tell us how it goes. // > Ours was just fat, fingers crossed for you
How do I get a tablet into {girl}? // # Soft cheese, one piece without, one with, one without, quickly. // She ate the cheese and spat out the tablet on my shoe // # A worthy opponent. Ask your practice for the flavoured version.
How many walks does a {dog} of {8-15} years need? // # Several short ones beat one long one. Let him choose the speed, noses need time. // So standing at the same bush for {4-12} minutes is fine? // # That bush is his newspaper.
Ears smell of (bread|cheese|old socks). {girl}, {dog} // # Bread often means yeast. No cotton buds and no drops before somebody has looked in: the eardrum must be whole. // Appointment tomorrow, no drops until then
Can I leave two cats alone for a weekend? // # Somebody must see them once a day, with a key and a phone number. // The neighbour's girl will // # Perfect, pay her in cat stories.
{boy} eats grass and then throws up on the rug // # Now and then is dog life. Daily, with weight loss or blood: bring him in. // Once a week maybe, always the good rug // # They have taste.
Puppy vaccination and walks: when is it safe? // # Carry her from week eight so that she sees the world, paws on public ground a week after the last one. // So I carry a {dog}. In a sling. // # You will be the most loved person in the street.
Is a raw diet better for {girl}? // # I have not seen proof that it is, and I have seen the infections. If you do it, with a nutritionist and clean hands. // Thank you for the straight answer
Old {dog} wanders at night and stares at walls // # That can be the dog's version of dementia, but pain and bad eyesight look alike. Film it and show your vet. // Video: https://clips.example/night-{100-999} // # Seen, thank you. Please have him checked for back pain first, the way he turns says so.
My {small} sneezes {2-9} times a day // # Dusty bedding first: change it for paper and see for three days. Discharge or noisy breathing: sooner. // Changed it, already {1-3} times only
Here is the photo of the paw: https://pics.example/paw-{100-999}.jpg // # Thank you, {@}. Looks like a torn claw. Do not pull. Salt water, a sock, and your vet tomorrow morning. // Sock on, he hates it // # He may write to me himself.
Do indoor cats need flea and worm treatment? // # Less, not none: we carry things in on our shoes. Twice a year for most. // {girl} will hear of this and leave me
Which insurance is good? // # I may not recommend one. Look for lifelong cover, dental included, and what they call "existing". // > And read what it costs in year five! // Good point, thanks both
{girl} has put on {1-4} kg since we are home all day // # Weigh the food, do not scoop it. And count treats as food. // The children are the treats department // # Then the children get the scales.
{boy} is not himself {days}: eats, drinks, but hides // # Hiding in cats is pain until shown otherwise. Please have him seen tomorrow, and tonight if he stops eating. // Booked for {8-11} in the morning. Thank you, doctor
How do I say goodbye at the right time? {girl} is {14-19} // # Write down five things she loves. When three are gone, talk to your vet. You know her best. // Two left. Thank you. I needed that // > Hugs from here, {@} // > So sorry. She had a good home
`,
    chat: `
(Hello|Good evening|Hi) (doctor|Dr Okafor|everyone), {girl} and I are back
Thank you for last week, {boy} is (running|eating|himself) again // # That made my day, {@}. Give him a scratch from me.
Is the session on (today|tonight|Friday)? // # Weekdays from five, Saturdays at ten. Leave your question, I read all of them.
Are questions about {small}s allowed? // # Feathers, scales and whiskers, all welcome.
{boy} sends a picture: https://pics.example/{100-999}/smile.jpg // So cute // > That face!
# Good evening all. I can advise, I cannot examine: if an animal struggles to breathe, bleeds or collapses, leave the chat and drive.
# Tonight's topic: teeth. Other questions are welcome as always.
# I have to stop here for today. Unanswered questions first thing tomorrow.
(Learned|I learn) so much here, thank you
Poison line for the night, pinned for everyone: https://vet.example/poison-line // Saved, thanks
Leaflet on moving house with cats: https://vet.example/leaflets/{10-60}
Is there a transcript of yesterday? // # Your clinic's page has it, under Evenings.
{girl} just walked over the keyboard: jjjjjjjjk // # Noted, I will put it in her file.
She ate a whole sock. Again. // # The same sock? // A matching one
`,
  },
}
