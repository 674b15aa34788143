// What was typed and not sent yet. A browser that stores nothing keeps it as long as the page is open.

export function readDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(key: string, html: string): void {
  try {
    if (html === '') localStorage.removeItem(key);
    else localStorage.setItem(key, html);
  } catch {
    // Full, or forbidden: the page itself still has it.
  }
}

/** Forgets a draft that was sent, unless another tab has written its own meanwhile. */
export function dropDraft(key: string, sent: string): void {
  if (readDraft(key) === sent) writeDraft(key, '');
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
