/**
 * The provinces of countries whose codes are WooCommerce's own, as JP13 for Tokyo: no carrier knows those, so a label has the name. Each
 * country's are in the order of their numbers. Sources: i18n/states.php of WooCommerce for the numbers, ISO 3166-2 for the names.
 */
const listed: Readonly<Record<string, string>> = {
  CN:
    'Yunnan Beijing Tianjin Hebei Shanxi Inner_Mongolia Liaoning Jilin Heilongjiang Shanghai Jiangsu Zhejiang Anhui Fujian Jiangxi ' +
    'Shandong Henan Hubei Hunan Guangdong Guangxi Hainan Chongqing Sichuan Guizhou Shaanxi Gansu Qinghai Ningxia Macao Tibet Xinjiang',
  JP:
    'Hokkaido Aomori Iwate Miyagi Akita Yamagata Fukushima Ibaraki Tochigi Gunma Saitama Chiba Tokyo Kanagawa Niigata Toyama Ishikawa ' +
    'Fukui Yamanashi Nagano Gifu Shizuoka Aichi Mie Shiga Kyoto Osaka Hyogo Nara Wakayama Tottori Shimane Okayama Hiroshima Yamaguchi ' +
    'Tokushima Kagawa Ehime Kochi Fukuoka Saga Nagasaki Kumamoto Oita Miyazaki Kagoshima Okinawa',
  TR:
    'Adana Adıyaman Afyonkarahisar Ağrı Amasya Ankara Antalya Artvin Aydın Balıkesir Bilecik Bingöl Bitlis Bolu Burdur Bursa Çanakkale ' +
    'Çankırı Çorum Denizli Diyarbakır Edirne Elazığ Erzincan Erzurum Eskişehir Gaziantep Giresun Gümüşhane Hakkâri Hatay Isparta Mersin ' +
    'İstanbul İzmir Kars Kastamonu Kayseri Kırklareli Kırşehir Kocaeli Konya Kütahya Malatya Manisa Kahramanmaraş Mardin Muğla Muş ' +
    'Nevşehir Niğde Ordu Rize Sakarya Samsun Siirt Sinop Sivas Tekirdağ Tokat Trabzon Tunceli Şanlıurfa Uşak Van Yozgat Zonguldak ' +
    'Aksaray Bayburt Karaman Kırıkkale Batman Şırnak Bartın Ardahan Iğdır Yalova Karabük Kilis Osmaniye Düzce',
};

const namesIn = (names: string) => names.split(' ').map((name) => name.replaceAll('_', ' '));
const byCountry = new Map(Object.entries(listed).map(([country, names]) => [country, namesIn(names)]));

/** The name of a province that has a code of WooCommerce's own; whatever else stands there as it is. */
export function provinceOf(country: string, state: string): string {
  const number = /^[A-Z]{2}(\d{1,2})$/.exec(state)?.[1];
  if (number === undefined || !state.startsWith(country)) return state;
  return byCountry.get(country)?.[Number(number) - 1] ?? state;
}
