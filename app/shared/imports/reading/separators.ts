export type Delimiter = ',' | ';' | '\t' | '|';
export type Quote = '"' | "'";

/** How cells are separated. `quote` is null where quotes are data. */
export type Separators = { delimiter: Delimiter; quote: Quote | null };
