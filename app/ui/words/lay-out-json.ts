/**
 * JSON with a line for each member, without reading it: digits of long numbers stay as they came, and a text that was cut
 * off is laid out as far as it goes.
 */
export function layOutJson(text: string): string {
  let depth = 0;
  const line = () => `\n${'  '.repeat(Math.max(0, depth))}`;
  return text.replace(tokens, (token) => {
    if (token.startsWith('"')) return token;
    switch (token) {
      case '{':
      case '[':
        depth += 1;
        return token + line();
      case '}':
      case ']':
        depth -= 1;
        return line() + token;
      case ',':
        return token + line();
      case ':':
        return ': ';
      default:
        // White space between tokens is ours to make; an empty object or list stays in one line.
        return token.replaceAll(/\s/g, '');
    }
  });
}

const tokens = /"(?:[^"\\]|\\.)*"?|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g;
