type Routes = Readonly<Record<string, { css?: readonly string[] }>>;

let fetched: Promise<void> | undefined;
const ours = new Set<string>();
const broken = new Set<HTMLLinkElement>();

/**
 * Fetches the styles that the first page came without: those of dialogs and of other pages. They stay for good, so that what is shown
 * later is never without them. One that cannot be fetched is asked for again by what needs it next.
 */
export function allStyles(): Promise<void> {
  fetched ??= Promise.all([...retryBroken(), ...sheets().map(fetchSheet)]).then(() => undefined);
  return fetched;
}

/** Call once, before anything is fetched: whoever put a sheet on the page, nothing else asks for it a second time. */
export function noteBrokenSheets(): void {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return;
    broken.add(target);
    fetched = undefined;
  };
  document.addEventListener('error', note, { capture: true });
}

function retryBroken(): Promise<void>[] {
  const links = [...broken].filter((link) => link.isConnected && !isRouters(link));
  broken.clear();
  return links.map((link) => {
    const again = link.cloneNode() as HTMLLinkElement;
    const settled = whenSettled(again);
    link.replaceWith(again);
    return settled;
  });
}

/** React's, which nothing else may take away; ours stands for it. Vite's, of parts that are fetched later, say how they are fetched. */
const isRouters = (link: HTMLLinkElement) => !link.hasAttribute('crossorigin') && !('later' in link.dataset);

/**
 * Those that the root does not bring. A page's own are no exception: the router takes them away with the page. Their addresses stay as the
 * router has them, which else would fetch each again, and leave a read that fails at that time without anybody to catch it.
 */
function sheets(): string[] {
  const { routes = {} } = (globalThis as { __reactRouterManifest?: { routes: Routes } }).__reactRouterManifest ?? {};
  const ofRoot = sheetsOf(routes.root);
  const named = new Set(Object.values(routes).flatMap((route) => sheetsOf(route)));
  return [...named].filter((href) => !(ofRoot.includes(href) || ours.has(href)));
}

const sheetsOf = ({ css = [] }: Routes[string] = {}) => css;

function fetchSheet(href: string): Promise<void> {
  ours.add(href);
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  link.dataset.later = '';
  const settled = whenSettled(link);
  document.head.append(link);
  return settled;
}

function whenSettled(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve(), { once: true });
  });
}
