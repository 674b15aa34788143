import type { LegacyEncoding } from './list.ts';

/** Words that shops sell by and send to, in the encodings in which programs of their countries write files: for tests. */
export const languages: Readonly<Record<string, { encodings: readonly LegacyEncoding[]; words: string }>> = {
  Polish: {
    encodings: ['windows-1250', 'iso-8859-2'],
    words:
      'Żółta łódź|Mąka pszenna|Świeca zapachowa|Kubek ręcznie malowany|Książka kucharska|Gdańsk|Łódź|Zestaw śrub|Krzesło dębowe|Półka ścienna|Pościel bawełniana|Skarpety wełniane|Źródło światła|Żarówka|Nóż kuchenny|Czapka zimowa z pomponem|Szczęście|Miód lipowy|Rękawice robocze|Pudełko na drugie śniadanie',
  },
  Czech: {
    encodings: ['windows-1250', 'iso-8859-2'],
    words:
      'Žlutý člun|Dřevěná židle|Příbor nerezový|Hrnek s motivem kočky|Šroubovák|Kávovar|Ručník froté|Dětská čepice|Světlo na kolo|Nůž kuchyňský|České Budějovice|Plzeň|Ťuk|Povlečení bavlněné|Svíčka vonná|Police nástěnná|Žárovka|Těsto|Hodiny nástěnné|Koš na prádlo',
  },
  Hungarian: {
    encodings: ['windows-1250', 'iso-8859-2'],
    words:
      'Tűzálló tál|Bögre kézzel festett|Könyvespolc|Törölköző|Fűszertartó|Győr|Székesfehérvár|Konyhakés|Zöld sárkány|Hűtőtáska|Gyertyatartó|Szőnyeg|Díszpárna|Kávéfőző|Tányér|Ágynemű|Esőkabát|Kesztyű|Csavarhúzó|Örökzöld',
  },
  German: {
    encodings: ['windows-1252', 'iso-8859-15'],
    words:
      'Größe|Müller|Grüne Tasse|Köln|Düsseldorf|Schlüsselanhänger|Geschirrspüler|Straße|Bügeleisen|Kissenbezüge|Mütze für Kinder|Weißer Stuhl|Küchenmesser|Türschild|Gemüsebrühe|Käse|Öl|Übertopf|Schöne Grüße|Bücherregal',
  },
  French: {
    encodings: ['windows-1252', 'iso-8859-15'],
    words:
      'Crème brûlée|Théière en grès|Étagère murale|Bougie parfumée à la vanille|Garçon|Forêt|Pâte à tartiner|Tasse à café|Écharpe tissée|Noël|Orléans|Besançon|Chaîne dorée|Rideau doublé|Fenêtre|Boîte à goûter|Coussin brodé|Hôtel|Drap housse élastiqué|Père',
  },
  Spanish: {
    encodings: ['windows-1252', 'iso-8859-15'],
    words:
      'Niño pequeño|Señal de tráfico|Camión rojo|Cafetera eléctrica|Cuchillo de cocina afilado según|Logroño|Almohadón|Pañuelo|Lámpara de pie|Español|Muñeca|Jabón de baño|Cinturón|Bañador|Colchón|Reloj pequeño|Cortaúñas|Cómoda|Mesilla de año|Edredón nórdico',
  },
  Portuguese: {
    encodings: ['windows-1252'],
    words:
      'Pão de açúcar|Coração|São Paulo|Maçã|Almofada bordada à mão|Lâmpada|Conjunto de chávenas|Avó|Relógio|Três peças|Feijão|Sabão|Calção|Cachaça|Cartão|Colchão|Prateleira de canto com gavetão|Café|Açucareiro|Limão',
  },
  Russian: {
    encodings: ['windows-1251'],
    words:
      'Жёлтая лодка|Деревянный стул|Кружка|Нож кухонный|Свеча ароматическая|Москва|Нижний Новгород|Полотенце|Книга рецептов|Лампочка|Шапка зимняя|Постельное бельё|Полка настенная|Мёд|Перчатки|Чайник|Скатерть|Подушка|Отвёртка|Варежки',
  },
  Greek: {
    encodings: ['windows-1253'],
    words:
      'Κίτρινη βάρκα|Ξύλινη καρέκλα|Κούπα|Μαχαίρι κουζίνας|Αθήνα|Θεσσαλονίκη|Πετσέτα|Βιβλίο|Λάμπα|Σκούφος|Σεντόνι|Ράφι τοίχου|Μέλι|Γάντια|Τσαγιέρα|Τραπεζομάντιλο|Μαξιλάρι|Κατσαβίδι|Ελιές|Φλιτζάνι',
  },
  Turkish: {
    encodings: ['windows-1254'],
    words:
      'Sarı tekne|Ahşap sandalye|Kahve fincanı|Mutfak bıçağı|İstanbul|Diyarbakır|Şişe|Havlu|Yemek kitabı|Işık|Kışlık şapka|Nevresim takımı|Duvar rafı|Bal|Eldiven|Çaydanlık|Masa örtüsü|Yastık kılıfı|Tornavida|Gümüş kaşık',
  },
  Japanese: {
    encodings: ['shift_jis'],
    words:
      '黄色い船|木製の椅子|マグカップ|包丁|東京|大阪府|バスタオル|料理の本|電球|冬用の帽子|布団カバー|壁掛け棚|はちみつ|手袋|急須|テーブルクロス|まくら|ドライバー|USBケーブル|Tシャツ 赤',
  },
  Chinese: {
    encodings: ['gb18030'],
    words: '黄色的船|木椅|马克杯|厨房刀|北京|上海市|浴巾|食谱书|灯泡|冬季帽子|床单|墙架|蜂蜜|手套|茶壶|桌布|枕头|螺丝刀|数据线|红色短袖',
  },
  Korean: {
    encodings: ['euc-kr'],
    words:
      '노란 배|나무 의자|머그컵|부엌칼|서울|부산광역시|목욕 수건|요리책|전구|겨울 모자|침대 시트|벽 선반|꿀|장갑|찻주전자|식탁보|베개|드라이버|USB 케이블|빨간 티셔츠',
  },
};
