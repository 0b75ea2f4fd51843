/** Names of people who write, by the language they write in, parted by `|`. All made up. */
const names = {
  en: 'Kwame Boateng|Aoife Brennan|Priya Raman|Jonas W.|Mirela S.|Nguyễn Thảo|Chidi Okonkwo|Tom Hargreaves|Siobhán|marieke_v|Tunde A.|Grace Muthoni|Hanneke|Olu|Rachel Cohen|bassface_77|Thandiwe|Ravi K.|Ellen Sørlie|old_piano|Dilnoza|Kalani|Mei-Ling Tan|Fergus M|night_owl_ny|Joaquín P|Wanjiru|Bea Lindqvist|harbourmaster|Sanjay D|Leilani|Callum|Fatima Z.|Nneka O|Rosie from Hull|Anahera T|two_left_feet|Petra Novák|Imran Q|Zodwa|cellist_in_exile|Duncan Reid|Ivy Chen|Beto|Marit|Kofi Mensah|Sana Iqbal|lightsguy|Eleni P|Gwen Ap Rhys|Mercy A.|Bo Andersson|Yusuf|Shanice|Paddy O|violet.m|Ama Serwaa|Hugh|Nilufar|the_real_trombone|Catriona|Dev Patel|Ines K|Jia Wen|Maryam H|quietcorner|Rasmus|Lerato|Vik|Oona|Bronwyn|teacup_storm|Adwoa|Magnus H|Shira L|Piotr in Leeds|Nadia B|Uncle Festus|Tamsin|Koa',
  de: 'Uschi|Bernd|Jonas Weber|Annegret|Kemal Y.|Frieda|Lutz M.|Svenja|Thorsten aus Kalk|Mariam|Jule|Herr Pohl|Katja R|Milan|Ayşe K.|Gisela|Sebastian_K|Renate|Dragan|Franzi|Uwe|Hatice|Moritz|Elke S.|Cem|Lina|Wolfgang|Tobi_84|Ingrid|Nele|Matthias B|Rosa',
  es: 'Tomás Rivas|Lucía Fernández|Marisol|Diego A.|Ximena|abuelo_paco|Carmen Ruiz|Joaquín|Valentina|Rocío M|Nahuel|Teresa|Iker|Paloma|Emiliano|Luz|Gonzalo V.|Maite|Esteban|Araceli',
  pt: 'Inês Moura|João Pedro|Beatriz|Thiago S.|Conceição|Rui Tavares|Larissa|Nuno|Yara|Zé do Cais|Catarina|Edson|Filipa A|Davi',
  fr: 'Maëlle|Jean-Baptiste|Aïssatou|Clément D|Océane|Mamadou|Sylvie|Étienne|Noémie R.|Bakary|Chloé|Papi Roger|Inaya',
  pl: 'Basia|Zenek_77|Grzegorz|Pani Halina|Agnieszka W|Marek z Suwałk|Jagoda|Staszek|Wiola|Kierowca Tira|Łucja|Mirek|Ola P.|Bożena|nocny_marek|Kinga|Wiesław|Małgosia|Heniek|Żaneta|Paweł|Dorota z piekarni|Czesław|Ewelina|Sąsiad z trzeciego|Magda K|Józek|Iwona|Radek|Teresa|bezsenna|Tadeusz|Aniela|Kuba|Pielęgniarka Ania|Zosia|Andrzej_58|Hania|Wojtek|Krysia',
  tr: 'Ayşe Demir|Emre Kaya|Zeynep|Hakan Y|Elif Su|Mehmet Amca|Gülşen|Burak|Defne|Cemre|Onur Ş.|Nazlı',
  ja: 'さくら|田中 健|みどり|ゆうた|Haruka|佐藤 美咲|けんじ|りんご|モモ|高橋|Aoi_88|つばめ',
  ru: 'Ирина Климова|Сергей|Айгуль|Наталья В.|Тимур|Оксана|Дядя Миша|Лена|Арман|Жанна|Вадим К',
  uk: 'Оленка|Тарас|Соломія|Богдан|Ірина Г.|Юрко|Леся',
  he: 'נועה|אורי כהן|תמר לוי|יעל|דוד מ.|שירה|איתן',
  ar: 'ليلى حداد|يوسف|مريم ع.|خالد|سلمى ناصر|عمر|هالة',
  vi: 'Trần Minh|Thu Hà|Lê Quang|Phương Anh|Bảo|Ngọc',
  it: 'Giulia Ferri|Matteo|Chiara B|Zio Beppe|Alessia|Lorenzo|Federica',
} as const

export type Language = keyof typeof names

export const namesOf = (language: Language): string[] => names[language].split('|')
