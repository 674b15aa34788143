type Routes = Readonly<Record<string, { css?: readonly string[] }>>;

let fetched: Promise<void> | undefined;

/**
 * Fetches the styles that the first page came without: those of dialogs and of other pages. They stay for good, so that what is shown
 * later is never without them.
 */
export function allStyles(): Promise<void> {
  fetched ??= Promise.all(sheets().map(fetchSheet)).then(() => undefined);
  return fetched;
}

function sheets(): string[] {
  const { routes = {} } = (globalThis as { __reactRouterManifest?: { routes: Routes } }).__reactRouterManifest ?? {};
  const named = Object.values(routes).flatMap(({ css = [] }) => css);
  return [...new Set(named.map((href) => href.replace(/#$/, '')))].filter(
    (href) => !document.querySelector(`link[rel=stylesheet][href="${href}"]`),
  );
}

/** One that cannot be fetched is asked for again by what needs it next. */
function fetchSheet(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener(
      'error',
      () => {
        link.remove();
        fetched = undefined;
        resolve();
      },
      { once: true },
    );
    document.head.append(link);
  });
}
