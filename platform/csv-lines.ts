import { Transform } from 'node:stream';

/**
 * Converts PostgreSQL's CSV to what spreadsheets and RFC 4180 expect: a byte order mark first, CRLF after each row. Line breaks inside
 * quotes stay. `onRows` is called with the number of rows, without the header.
 */
export function csvLines(onRows: (rows: number) => void): Transform {
  let quoted = false;
  let header = 1;
  const lines = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Read as bytes: in UTF-8 neither a quote nor a line feed is ever part of another character.
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
