// What was typed and not sent yet. A browser that stores nothing keeps it as long as the page is open.

/** Where a draft is kept: in the browser, or in this tab alone what the next person at the browser must not read. */
type Place = 'browser' | 'tab';
const storage = (place: Place): Storage => (place === 'tab' ? sessionStorage : localStorage);

export function readDraft(key: string, place: Place = 'browser'): string {
  try {
    return storage(place).getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(key: string, html: string, place: Place = 'browser'): void {
  try {
    if (html === '') storage(place).removeItem(key);
    else storage(place).setItem(key, html);
  } catch {
    // Full, or forbidden: the page itself still has it.
  }
}

/** Forgets a draft that was sent, unless another tab has written its own in the meantime. */
export function dropDraft(key: string, sent: string, place: Place = 'browser'): void {
  if (readDraft(key, place) === sent) writeDraft(key, '', place);
}

/** A draft as plain text. Parsed as a document of its own, in which nothing loads or runs. */
export function draftText(html: string): string {
  if (html === '') return '';
  return (new DOMParser().parseFromString(html.replaceAll('</p>', '</p>\n'), 'text/html').body.textContent ?? '').trim();
}

/** Names one message, so that it is stored once however often it is sent. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
