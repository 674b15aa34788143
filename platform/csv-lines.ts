import { Transform } from 'node:stream';

/**
 * Makes of PostgreSQL's CSV what spreadsheets and RFC 4180 want: a byte order mark in front, CRLF after each row. Line breaks inside
 * quotes stay as they were. `onRows` hears how many rows went by, the header aside.
 */
export function csvLines(onRows: (rows: number) => void): Transform {
  let quoted = false;
  let header = 1;
  const lines = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // One byte one character: neither a quote nor a line feed is ever a part of another character in UTF-8.
      const parts = chunk.toString('latin1').split('"');
      let rows = -header;
      for (let at = 0; at < parts.length; at++) {
        const part = parts[at] as string;
        if (!quoted) {
          const ended = part.replaceAll('\n', '\r\n');
          rows += ended.length - part.length;
          parts[at] = ended;
        }
        if (at < parts.length - 1) quoted = !quoted;
      }
      if (rows >= 0) {
        header = 0;
        onRows(rows);
      }
      done(null, Buffer.from(parts.join('"'), 'latin1'));
    },
  });
  lines.push('\ufeff');
  return lines;
}
