/**
 * The provinces of countries whose codes are WooCommerce's own, as JP13 for Tokyo: no carrier knows those, so a label has the name. These
 * are in the order of their numbers, from one on. Sources: i18n/states.php of WooCommerce for the codes, ISO 3166-2 for the names.
 */
const numbered: Readonly<Record<string, string>> = {
  CN:
    'Yunnan Beijing Tianjin Hebei Shanxi Inner_Mongolia Liaoning Jilin Heilongjiang Shanghai Jiangsu Zhejiang Anhui Fujian Jiangxi ' +
    'Shandong Henan Hubei Hunan Guangdong Guangxi Hainan Chongqing Sichuan Guizhou Shaanxi Gansu Qinghai Ningxia Macao Tibet Xinjiang',
  JP:
    'Hokkaido Aomori Iwate Miyagi Akita Yamagata Fukushima Ibaraki Tochigi Gunma Saitama Chiba Tokyo Kanagawa Niigata Toyama Ishikawa ' +
    'Fukui Yamanashi Nagano Gifu Shizuoka Aichi Mie Shiga Kyoto Osaka Hyogo Nara Wakayama Tottori Shimane Okayama Hiroshima Yamaguchi ' +
    'Tokushima Kagawa Ehime Kochi Fukuoka Saga Nagasaki Kumamoto Oita Miyazaki Kagoshima Okinawa',
  KE:
    'Baringo Bomet Bungoma Busia Elgeyo-Marakwet Embu Garissa Homa_Bay Isiolo Kajiado Kakamega Kericho Kiambu Kilifi Kirinyaga Kisii ' +
    'Kisumu Kitui Kwale Laikipia Lamu Machakos Makueni Mandera Marsabit Meru Migori Mombasa Murang’a Nairobi Nakuru Nandi Narok Nyamira ' +
    'Nyandarua Nyeri Samburu Siaya Taita-Taveta Tana_River Tharaka-Nithi Trans_Nzoia Turkana Uasin_Gishu Vihiga Wajir West_Pokot',
  TR:
    'Adana Adıyaman Afyonkarahisar Ağrı Amasya Ankara Antalya Artvin Aydın Balıkesir Bilecik Bingöl Bitlis Bolu Burdur Bursa Çanakkale ' +
    'Çankırı Çorum Denizli Diyarbakır Edirne Elazığ Erzincan Erzurum Eskişehir Gaziantep Giresun Gümüşhane Hakkâri Hatay Isparta Mersin ' +
    'İstanbul İzmir Kars Kastamonu Kayseri Kırklareli Kırşehir Kocaeli Konya Kütahya Malatya Manisa Kahramanmaraş Mardin Muğla Muş ' +
    'Nevşehir Niğde Ordu Rize Sakarya Samsun Siirt Sinop Sivas Tekirdağ Tokat Trabzon Tunceli Şanlıurfa Uşak Van Yozgat Zonguldak ' +
    'Aksaray Bayburt Karaman Kırıkkale Batman Şırnak Bartın Ardahan Iğdır Yalova Karabük Kilis Osmaniye Düzce',
  TZ:
    'Arusha Dar_es_Salaam Dodoma Iringa Kagera Pemba_North Zanzibar_North Kigoma Kilimanjaro Pemba_South Zanzibar_South Lindi Mara Mbeya ' +
    'Zanzibar_West Morogoro Mtwara Mwanza Coast Rukwa Ruvuma Shinyanga Singida Tabora Tanga Manyara Geita Katavi Njombe Simiyu',
};

/** Each behind what its code has after the country's. A shop has those of Vietnam in small letters, and a newer one none of them. */
const coded: Readonly<Record<string, string>> = {
  EG:
    'ALX Alexandria, ASN Aswan, AST Asyut, BA Red Sea, BH Beheira, BNS Beni Suef, C Cairo, DK Dakahlia, DT Damietta, FYM Faiyum, ' +
    'GH Gharbia, GZ Giza, IS Ismailia, JS South Sinai, KB Qalyubia, KFS Kafr el-Sheikh, KN Qena, LX Luxor, MN Minya, MNF Monufia, ' +
    'MT Matrouh, PTS Port Said, SHG Sohag, SHR Al Sharqia, SIN North Sinai, SUZ Suez, WAD New Valley',
  MZ: 'A Niassa, B Manica, G Gaza, I Inhambane, L Maputo Province, MPM Maputo, N Nampula, P Cabo Delgado, Q Zambézia, S Sofala, T Tete',
  RS:
    '00 Belgrade, 01 North Bačka, 02 Central Banat, 03 North Banat, 04 South Banat, 05 West Bačka, 06 South Bačka, 07 Srem, 08 Mačva, ' +
    '09 Kolubara, 10 Danube, 11 Braničevo, 12 Šumadija, 13 Pomoravlje, 14 Bor, 15 Zaječar, 16 Zlatibor, 17 Morava, 18 Raška, 19 Rasina, ' +
    '20 Nišava, 21 Toplica, 22 Pirot, 23 Jablanica, 24 Pčinja, 25 Kosovo, 26 Peć, 27 Prizren, 28 Kosovska Mitrovica, ' +
    '29 Kosovo-Pomoravlje, KM Kosovo-Metohija, VO Vojvodina',
  UA:
    '05 Vinnytsia Oblast, 07 Volyn Oblast, 09 Luhansk Oblast, 12 Dnipropetrovsk Oblast, 14 Donetsk Oblast, 18 Zhytomyr Oblast, ' +
    '21 Zakarpattia Oblast, 23 Zaporizhzhia Oblast, 26 Ivano-Frankivsk Oblast, 30 Kyiv, 32 Kyiv Oblast, 35 Kirovohrad Oblast, ' +
    '40 Sevastopol, 43 Crimea, 46 Lviv Oblast, 48 Mykolaiv Oblast, 51 Odesa Oblast, 53 Poltava Oblast, 56 Rivne Oblast, 59 Sumy Oblast, ' +
    '61 Ternopil Oblast, 63 Kharkiv Oblast, 65 Kherson Oblast, 68 Khmelnytskyi Oblast, 71 Cherkasy Oblast, 74 Chernihiv Oblast, ' +
    '77 Chernivtsi Oblast',
  UG:
    '101 Kalangala, 102 Kampala, 103 Kiboga, 104 Luwero, 105 Masaka, 106 Mpigi, 107 Mubende, 108 Mukono, 109 Nakasongola, 110 Rakai, ' +
    '111 Sembabule, 112 Kayunga, 113 Wakiso, 114 Lyantonde, 115 Mityana, 116 Nakaseke, 117 Buikwe, 118 Bukomansimbi, 119 Butambala, ' +
    '120 Buvuma, 121 Gomba, 122 Kalungu, 123 Kyankwanzi, 124 Lwengo, 125 Kyotera, 126 Kasanda, 201 Bugiri, 202 Busia, 203 Iganga, ' +
    '204 Jinja, 205 Kamuli, 206 Kapchorwa, 207 Katakwi, 208 Kumi, 209 Mbale, 210 Pallisa, 211 Soroti, 212 Tororo, 213 Kaberamaido, ' +
    '214 Mayuge, 215 Sironko, 216 Amuria, 217 Budaka, 218 Bududa, 219 Bukedea, 220 Bukwa, 221 Butaleja, 222 Kaliro, 223 Manafwa, ' +
    '224 Namutumba, 225 Bulambuli, 226 Buyende, 227 Kibuku, 228 Kween, 229 Luuka, 230 Namayingo, 231 Ngora, 232 Serere, 233 Butebo, ' +
    '234 Namisindwa, 235 Bugweri, 236 Kapelebyong, 301 Adjumani, 302 Apac, 303 Arua, 304 Gulu, 305 Kitgum, 306 Kotido, 307 Lira, ' +
    '308 Moroto, 309 Moyo, 310 Nebbi, 311 Nakapiripirit, 312 Pader, 313 Yumbe, 314 Abim, 315 Amolatar, 316 Amuru, 317 Dokolo, ' +
    '318 Kaabong, 319 Koboko, 320 Maracha, 321 Oyam, 322 Agago, 323 Alebtong, 324 Amudat, 325 Kole, 326 Lamwo, 327 Napak, 328 Nwoya, ' +
    '329 Otuke, 330 Zombo, 331 Omoro, 332 Pakwach, 333 Kwania, 334 Nabilatuk, 401 Bundibugyo, 402 Bushenyi, 403 Hoima, 404 Kabale, ' +
    '405 Kabarole, 406 Kasese, 407 Kibaale, 408 Kisoro, 409 Masindi, 410 Mbarara, 411 Ntungamo, 412 Rukungiri, 413 Kamwenge, ' +
    '414 Kanungu, 415 Kyenjojo, 416 Buliisa, 417 Ibanda, 418 Isingiro, 419 Kiruhura, 420 Buhweju, 421 Kiryandongo, 422 Kyegegwa, ' +
    '423 Mitooma, 424 Ntoroko, 425 Rubirizi, 426 Sheema, 427 Kagadi, 428 Kakumiro, 429 Rubanda, 430 Bunyangabu, 431 Rukiga, 432 Kikuube',
  VN:
    '01 Lai Châu, 02 Lào Cai, 03 Hà Giang, 04 Cao Bằng, 05 Sơn La, 06 Yên Bái, 07 Tuyên Quang, 09 Lạng Sơn, 13 Quảng Ninh, 14 Hòa Bình, ' +
    '18 Ninh Bình, 20 Thái Bình, 21 Thanh Hóa, 22 Nghệ An, 23 Hà Tĩnh, 24 Quảng Bình, 25 Quảng Trị, 26 Thừa Thiên-Huế, 27 Quảng Nam, ' +
    '28 Kon Tum, 29 Quảng Ngãi, 30 Gia Lai, 31 Bình Định, 32 Phú Yên, 33 Đắk Lắk, 34 Khánh Hòa, 35 Lâm Đồng, 36 Ninh Thuận, 37 Tây Ninh, ' +
    '39 Đồng Nai, 40 Bình Thuận, 41 Long An, 43 Bà Rịa-Vũng Tàu, 44 An Giang, 45 Đồng Tháp, 46 Tiền Giang, 47 Kiên Giang, 49 Vĩnh Long, ' +
    '50 Bến Tre, 51 Trà Vinh, 52 Sóc Trăng, 53 Bắc Kạn, 54 Bắc Giang, 55 Bạc Liêu, 56 Bắc Ninh, 57 Bình Dương, 58 Bình Phước, 59 Cà Mau, ' +
    '61 Hải Dương, 63 Hà Nam, 66 Hưng Yên, 67 Nam Định, 68 Phú Thọ, 69 Thái Nguyên, 70 Vĩnh Phúc, 71 Điện Biên, 72 Đắk Nông, ' +
    '73 Hậu Giang, CT Cần Thơ, DN Đà Nẵng, HN Hà Nội, HP Hải Phòng, SG Hồ Chí Minh',
};

const byNumber = Object.entries(numbered).map(([country, names]) => {
  const entries = names.split(' ').map((name, at) => [String(at + 1), name.replaceAll('_', ' ')] as const);
  return [country, new Map(entries)] as const;
});
const byCode = Object.entries(coded).map(([country, names]) => {
  const entries = names.split(', ').map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)] as const);
  return [country, new Map(entries)] as const;
});
const byCountry = new Map([...byNumber, ...byCode]);

/** The name of a province that has a code of WooCommerce's own; whatever else stands there as it is. */
export function provinceOf(country: string, state: string): string {
  const names = byCountry.get(country);
  const code = state.toUpperCase();
  if (!names || !code.startsWith(country)) return state;
  const own = code.slice(country.length);
  return names.get(own) ?? names.get(own.replace(/^0/, '')) ?? state;
}
