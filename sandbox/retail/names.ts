/** Words for the names of made-up people and streets. */
export type Tongue =
  | 'english'
  | 'german'
  | 'french'
  | 'dutch'
  | 'iberian'
  | 'italian'
  | 'nordic'
  | 'slavic'
  | 'greek'
  | 'levantine'
  | 'eastAsian';

type Words = { first: string[]; last: string[]; streets: string[] };

const list = (words: string) => words.split(' | ');

export const words: Record<Tongue, Words> = {
  english: {
    first: list(
      'Emma | Oliver | Aisha | Harry | Grace | Noah | Priya | Jack | Ruby | Tom | Zoe | Samuel | Ellie | Owen | Fatima | Hugh | Molly | Rhys | Kirsty | Daniel',
    ),
    last: list(
      'Smith | Jones | Patel | Taylor | O’Connor | Khan | Hughes | Walker | Green | Baker | Murphy | Carter | MacLeod | Wood | Shah | Price | Bennett | Reid | Barnes | Fox | Dean | Lowe | Marsh | Hart',
    ),
    streets: list(
      'High Street | Station Road | Church Lane | Victoria Road | Mill Lane | King Street | The Green | Park Avenue | Queens Road | Chapel Street | Orchard Close | Bridge Street',
    ),
  },
  german: {
    first: list('Anna | Lukas | Jürgen | Sophie | Käthe | Felix | Marie | Jonas'),
    last: list('Müller | Schmidt | Weiß | Köhler | Wagner | Großmann | Becker | Schäfer'),
    streets: list('Hauptstraße | Gartenweg | Bahnhofstraße | Lindenallee | Schulstraße'),
  },
  french: {
    first: list('Chloé | Hugo | Zoé | François | Léa | Jérôme | Camille | Noël'),
    last: list('Martin | Lefèvre | Dubois | Moreau | D’Angeville | Garçon | Petit | Bernard'),
    streets: list('rue de la République | rue des Écoles | avenue Victor-Hugo | place du Marché'),
  },
  dutch: {
    first: list('Sanne | Daan | Lotte | Bram | Noor | Joost'),
    last: list('de Vries | Jansen | van den Berg | Peeters | Maes | ’t Hart'),
    streets: list('Kerkstraat | Molenweg | Dorpsstraat | Stationsplein'),
  },
  iberian: {
    first: list('Lucía | João | María | Iñigo | Inês | Hugo | Begoña | Tomé'),
    last: list('García | Núñez | Gonçalves | Fernández | Araújo | Ibáñez | Silva | Conceição'),
    streets: list('Calle Mayor | Rua da Liberdade | Avenida del Sol | Travessa do Forno'),
  },
  italian: {
    first: list('Giulia | Niccolò | Sofia | Matteo | Chiara | Luca'),
    last: list('Rossi | D’Amico | Bianchi | Ferrari | Esposito | Galeà'),
    streets: list('via Roma | via Garibaldi | piazza Dante | corso Italia'),
  },
  nordic: {
    first: list('Åsa | Søren | Ingrid | Jón | Väinö | Linnea | Bjørn | Þóra'),
    last: list('Andersson | Nygård | Sørensen | Virtanen | Hägg | Jónsdóttir | Øvrebø | Lind'),
    streets: list('Storgatan | Kirkeveien | Nørregade | Mannerheimintie | Laugavegur'),
  },
  slavic: {
    first: list('Zofia | Łukasz | Jiří | Eglė | Agnieszka | Žygimantas'),
    last: list('Kowalska | Wójcik | Dvořák | Kazlauskas | Świątek | Černý'),
    streets: list('ul. Piotrkowska | ul. Długa | Dlouhá | Gedimino pr.'),
  },
  greek: {
    first: list('Eleni | Giorgos | Maria | Kostas | Sofia'),
    last: list('Papadopoulou | Georgiou | Nikolaidis | Ioannou'),
    streets: list('Ermou | Odos Athinas | Makariou Avenue'),
  },
  levantine: {
    first: list('Noa | Yusuf | Layla | Omar | Tamar | Hassan'),
    last: list('Cohen | Haddad | Al-Mansouri | Khoury | Levi | Al-Saud'),
    streets: list('Allenby | Hamra Street | Al Wasl Road | King Fahd Road'),
  },
  eastAsian: {
    first: list('Yuki | Wei Ling | Haruto | Mei | Sakura | Kai Ming'),
    last: list('Tanaka | Wong | Suzuki | Tan | Lim | Satō'),
    streets: list('Nathan Road | Sakura-dori | Orchard Road | Chuo 2-chome'),
  },
};
