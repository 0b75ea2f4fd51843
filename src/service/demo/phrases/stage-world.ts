import type { Bank } from '../speech.ts'

export const stageTurkish: Bank = {
  emoji: '👏 🎶 😍 🙌 ❤️',
  slots: {
    piece: 'Riverbank Suite|Północ|Galata şarkısı|ninni|Winter Ferry|Tram 28|Copper Coast',
    player: 'Grażyna|Mirela|Tomás|Kwame|Aoife|Hiroshi',
    from: 'İzmir’den|Ankara’dan|Bursa’dan|İstanbul’dan|Eskişehir’den|Trabzon’dan|Berlin’den|Antalya’dan|Mersin’den',
    part: 'Keman|Akordeon|Bas|Vokal|Çello',
  },
  topics: {
    before: `
(Merhaba|Selam|İyi akşamlar|Herkese selam) {from} 👋
Yayın başladı mı? // Daha {3-12} dakika var // (Sağ ol|Teşekkürler)
Çayımı aldım, hazırım
`,
    during: `
Ses çok (net|güzel|temiz) geliyor, teşekkürler ekibe
{part} (harika|muhteşem|inanılmaz) bu akşam
(Bravo|Harikasınız|Muhteşem|Ellerinize sağlık)(!|!!|)
Bu parçanın adı ne? // {piece} // Teşekkürler {@}
{player} bugün (bambaşka|formunda|bir başka çalıyor)
{from} sevgiler ❤️
Tüylerim diken diken oldu
Görüntü dondu, sizde de mi? // Bende sorun yok // Yenileyince düzeldi
(Bir daha|Tekrar|Bis)!
Oyumu verdim: {piece} // Ben de // Kazanırız 😄
Annem {from} yazıyor, çok beğenmiş
Kayıt olacak mı? // Evet, yedi gün // Süper
`,
    after: `
Çok teşekkürler, iyi geceler {from} 🌙
Çok kısa sürdü, doyamadık
`,
    between: `
Cumartesi yayınını tekrar izliyorum, hâlâ güzel
{from} konsere gelen var mı? // Ben varım // Kapıda görüşürüz
`,
  },
}

export const stageJapanese: Bank = {
  emoji: '👏 🎶 😍 ✨ 🎻',
  slots: {
    piece: 'Riverbank Suite|Północ|Winter Ferry|子守唄|口笛の曲|Nine Lanterns|Harbour Lights',
    player: 'ミレラ|ヒロシ|トマス|クワメ|グラジナ',
    city: '札幌|京都|仙台|福岡|金沢|神戸|松本|長崎|横浜|高松',
    part: 'バイオリン|アコーディオン|コントラバス|チェロ|ギター|歌声',
  },
  topics: {
    before: `
こんばんは、{city}から見ています
{city}からおはようございます、早起きしました
もう始まりましたか？ // あと{3-12}分です // ありがとうございます
今夜は{piece}が聴けるかな
`,
    during: `
{part}の音が(きれい|美しい|すばらしい|あたたかい)！
(すごい|最高|感動|鳥肌)(！|！！|…)
👏👏👏
888888
この曲は何ですか？ // {piece}です // ありがとうございます
{player}さん、(かっこいい|すてき|さすが)(！|です)
{city}は今{4-9}度、心はあたたかいです
音が少し途切れました // こちらは大丈夫です // 直りました
アンコール(！|お願いします！)
{piece}に投票しました // 私もです
涙が出ました
左のカメラをもう少しお願いします
子どもが踊りだしました😂
`,
    after: `
ありがとうございました。{city}より
あっという間でした
また来週！
`,
    between: `
土曜日の{piece}を聴き直しています
{city}公演に行く方いますか？ // 行きます！ // 会場で会いましょう
`,
  },
}

export const stageRussian: Bank = {
  emoji: '👏 🎶 😍 🙌 ❤️',
  slots: {
    piece: 'Riverbank Suite|Północ|Winter Ferry|колыбельная|та, где свистят|Low Tide|Nine Lanterns',
    from: 'из Риги|из Алматы|из Тбилиси|из Еревана|из Хельсинки|из Таллина|из Бишкека|из Берлина|из Вильнюса',
    part: 'Скрипка|Аккордеон|Виолончель|Голос|Контрабас',
  },
  topics: {
    before: `
(Здравствуйте|Добрый вечер|Привет всем|Приветствую) {from}!
Уже началось? // Через {3-12} минут // Успел, спасибо
Чай налит, ждём
`,
    during: `
{part} просто (чудо|сказка|космос)
(Браво|Браво-браво|Великолепно|Мурашки|Потрясающе)(!|!!|)
Как называется эта вещь? // {piece} // Спасибо, {@}!
Привет музыкантам {from}
Звук пропал, у всех так? // У меня всё хорошо // Обновил, работает
Запись будет? // Да, неделю // Отлично
На бис(!|, пожалуйста!|!!!)
Голосую за «{piece}» // Я тоже
Слушаем {from} всей семьёй, кот тоже
Давно так не отдыхала душой
`,
    after: `
Спасибо огромное, спокойной ночи {from}
Пролетело как одна минута
`,
    between: `
Пересматриваю субботний концерт {from}, до чего хорошо
Кто-нибудь знает, когда билеты на декабрь? // В пятницу в десять
`,
  },
}

export const stageUkrainian: Bank = {
  emoji: '👏 🎶 💙💛 ❤️',
  slots: {
    piece: 'Riverbank Suite|Північ|колискова|Low Tide|Winter Ferry',
    from: 'зі Львова|з Одеси|з Києва|з Полтави|з Ужгорода|з Варшави|з Чернівців',
  },
  topics: {
    before: `
(Вітаю|Добрий вечір|Привіт усім) {from}!
Вже почалося? // Ще {3-12} хвилин // Дякую
`,
    during: `
(Неймовірно|Браво|Дуже гарно|Сироти по шкірі)(!|!!|)
Що це за пісня? // {piece} // Дякую, {@}!
Слухаємо {from}, обіймаємо всіх
Скрипка сьогодні (чарівна|як жива|найкраща)
Дякую за цей вечір, у нас нарешті є світло
`,
    after: `
Дякуємо {from}, на добраніч
`,
    between: `
Хтось їде {from} на концерт? // Я їду // Побачимось
`,
  },
}

export const stageHebrew: Bank = {
  emoji: '👏 🎶 😍 ❤️',
  slots: {
    piece: 'Riverbank Suite|Północ|שיר הערש|Winter Ferry|Low Tide',
    city: 'חיפה|ירושלים|תל אביב|באר שבע|עכו|רחובות|כפר סבא',
    part: 'הכינור|האקורדיון|הצ׳לו|הקול|הבס',
  },
  topics: {
    before: `
(ערב טוב|שלום|היי לכולם) מ{city} 👋
זה כבר התחיל? // עוד {3-12} דקות // תודה
`,
    during: `
{part} נשמע (נפלא|מדהים|קסום) הערב
(וואו|איזה יופי|מרגש|בראבו)(!|!!|)
איך קוראים לקטע הזה? // {piece} // תודה {@}
יש הקלטה אחר כך? // כן, שבוע שלם // מעולה
צמרמורת. דרישת שלום מ{city}
הדרן(!| בבקשה!|!!)
הצבעתי ל {piece}
`,
    after: `
תודה לכולם, לילה טוב מ{city} 🌙
`,
    between: `
שומעת שוב את {piece} בדרך לעבודה
`,
  },
}

export const stageArabic: Bank = {
  emoji: '👏 🎶 😍 ❤️ 🌹',
  slots: {
    piece: 'Riverbank Suite|Północ|أغنية المهد|Low Tide|Winter Ferry',
    city: 'عمّان|بيروت|الدار البيضاء|القاهرة|تونس|مسقط|الإسكندرية|رام الله',
  },
  topics: {
    before: `
(مساء الخير|مرحبا|السلام عليكم) من {city} 👋
هل بدأ البث؟ // بعد {3-12} دقائق // شكراً
`,
    during: `
الصوت ممتاز اليوم، شكراً لكم من {city}
(رائع|جميل جداً|ما شاء الله|الله)(!|!!|)
ما اسم هذه المقطوعة؟ // {piece} // شكراً {@}
الكمان (ساحر|يبكي|يحكي) الليلة
هل سيكون هناك تسجيل؟ // نعم، لمدة أسبوع // ممتاز
تحية من {city} إلى كل الفرقة 🌹
مرة أخرى من فضلكم!
`,
    after: `
شكراً على هذه الليلة الجميلة، تصبحون على خير من {city}
`,
    between: `
أسمع {piece} كل صباح في الطريق إلى العمل
`,
  },
}

export const stageVietnamese: Bank = {
  emoji: '👏 🎶 😍 🙌',
  slots: { piece: 'Riverbank Suite|Północ|bài hát ru|Low Tide|Tram 28', city: 'Đà Nẵng|Huế|Hà Nội|Cần Thơ|Sài Gòn|Đà Lạt|Hải Phòng' },
  topics: {
    before: `
Xin chào từ {city} 👋
Bắt đầu chưa mọi người? // Còn {3-12} phút nữa // Cảm ơn nhé
`,
    during: `
Hay quá, xem từ {city} lúc {1-5} giờ sáng đây 🙌
(Tuyệt vời|Hay quá|Nổi da gà|Đỉnh thật)(!|!!|)
Bài này tên gì vậy? // {piece} // Cảm ơn {@}
Tiếng vĩ cầm (đẹp|ấm|trong) quá
Mình chọn {piece} nha
`,
    after: `
Cảm ơn mọi người, chúc ngủ ngon từ {city}
`,
    between: `
Nghe lại {piece} cả ngày rồi
`,
  },
}

export const stageItalian: Bank = {
  emoji: '👏 🎶 😍 ❤️',
  slots: {
    piece: 'Riverbank Suite|Północ|la ninna nanna|Saltwater Waltz|quella con il fischio',
    city: 'Bologna|Torino|Palermo|Trieste|Genova|Lecce|Lugano|Bari',
    player: 'Grażyna|Mirela|Tomás|Kwame|Aoife',
  },
  topics: {
    before: `
(Buonasera|Ciao|Ciao a tutti|Eccoci) da {city} 👋
È già iniziato? // Tra {3-12} minuti // Grazie
`,
    during: `
(Che meraviglia|Bravissimi|Stupendo|Da brividi)(!|!!|)
{player} (è un fenomeno|stasera vola|mi commuove)
Come si chiama questa? // {piece} // Grazie {@}
A {city} si balla in cucina
(Bis|Ancora una)!
Si potrà rivedere? // Sì, per sette giorni // Ottimo
Ho votato {piece} // Anche noi
`,
    after: `
Grazie a tutti, buonanotte da {city}
`,
    between: `
Qualcuno viene al concerto di {city}? // Io! // Ci vediamo lì
`,
  },
}
