import type { Page } from 'playwright';
import type { Role } from '../../platform/signed-in.ts';

/** Who looks: somebody of that role, a super admin who acts as the account that is empty, or nobody who is signed in. */
export type Viewer = Role | 'acting' | 'nobody';

/** A screen or a dialog, and how one gets there in a demo that has run for a minute. */
export type Screen = {
  name: string;
  as: Viewer;
  /** Where it begins. */
  at: string;
  /** The page of `app/routes.ts` that it ends on. */
  page: string;
  /** From there to what has no address of its own. */
  go?: Step;
  /** Files in `app/` whose dialogs it shows. */
  dialogs: readonly string[];
};

export type Step = (page: Page) => Promise<unknown>;

/** Where a screen begins, and the page that its steps lead to; with `opens`, the first record of the list there is opened, on this page. */
type Place = string | { at: string; page: string } | { list: string; opens: string };
type Described = [place: Place, go?: Step | null, ...dialogs: string[]];

/** The screens of a viewer by their names. */
export const seenBy = (as: Viewer, screens: Record<string, Described>): Screen[] =>
  Object.entries(screens).map(([name, [place, go, ...dialogs]]) => ({ name, as, ...wayTo(place, go ?? null), dialogs }));

function wayTo(place: Place, go: Step | null): Pick<Screen, 'at' | 'page' | 'go'> {
  if (typeof place === 'string') return { at: place, page: pathOf(place), ...(go && { go }) };
  if ('at' in place) return { ...place, ...(go && { go }) };
  const { list: at, opens: page } = place;
  return { at, page, go: go ? inTurn(openFirst(page), go) : openFirst(page) };
}

const pathOf = (address: string) => address.replace(/\?.*/, '');

/** Whether a path is one of a page, as `/orders/7` is of `/orders/:id`. */
export function isOf(page: string, path: string): boolean {
  const [parts, given] = [page.split('/'), path.split('/')];
  return parts.length === given.length && parts.every((part, at) => part.startsWith(':') || part === given[at]);
}

const openFirst = (page: string) => async (at: Page) => {
  const from = at.url();
  await at.locator('main a[data-open]').first().click();
  await at.waitForURL(({ href, pathname }) => href !== from && isOf(page, pathname));
};

/** One after the other; each page that is opened on the way can be used by then. */
export const inTurn =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) {
      await step(page);
      await loaded(page);
    }
  };

/** Nothing of the page is still being loaded. */
export const loaded = (page: Page) => page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
