import { text } from 'node:stream/consumers';
import type { EntryContext } from 'react-router';

/**
 * Reads what the loaders hand over to the browser before the page is rendered, and puts it where React Router keeps what it has read
 * of it. Then nothing in the page suspends, and `renderToString` renders it in one pass. This is a private part of React Router:
 * decision 26 says what it saves, and a test in test/browser.e2e.ts fails when it moves.
 */
export async function readHandedOver({ serverHandoffStream: stream, renderMeta }: EntryContext): Promise<void> {
  if (!stream || !renderMeta) return;
  const value = await text(stream);
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) };
}
