import { gzipSync } from 'node:zlib';

/** What the page's own HTML names: scripts, their preloads, and style sheets; compressed as a proxy would, in kB. */
export async function weighPage(origin: string, html: string): Promise<{ js: number; css: number }> {
  const names = new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([name]) => name));
  const sizes = { js: 0, css: 0 };
  for (const name of names) {
    const body = Buffer.from(await (await fetch(origin + name)).arrayBuffer());
    sizes[name.endsWith('.js') ? 'js' : 'css'] += gzipSync(body).length / 1000;
  }
  return sizes;
}
