import type { BrowserContext, ConsoleMessage } from 'playwright';

export type Trouble = { found: () => string[] };

/** Collects console errors, exceptions and violations of the content security policy. */
export function watchTrouble(context: BrowserContext, expected: RegExp[]): Trouble {
  const found: string[] = [];
  const note = (line: string) => {
    if (!expected.some((pattern) => pattern.test(line))) found.push(line);
  };
  context.on('console', (message) => {
    if (message.type() === 'error' || /content security policy|hydrat/i.test(message.text())) note(described(message));
  });
  context.on('weberror', (thrown) => note(`Uncaught: ${thrown.error().stack ?? thrown.error().message}`));
  return { found: () => found };
}

function described(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location();
  return `${message.text()} (${url}:${lineNumber})`;
}
