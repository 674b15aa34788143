import { z } from 'zod';
import { exampleOf, type Looks, misfitOf } from './looks.ts';

/*
 * Settings of a connection that are more than a text: fields of a connector's `settings`.
 */

/** A credential whose vendor publishes how it looks: a hint, an example while nothing is entered, and a check. */
export const looking = (looks: Looks) =>
  z
    .string()
    .trim()
    .check(({ value, issues }) => {
      const misfit = misfitOf(looks, value);
      if (misfit) issues.push({ code: 'custom', message: misfit, input: value });
    })
    .meta({ looks, examples: [exampleOf(looks)] });

/** In one setting; and in characters, of each. */
const mostChosen = 200;
const longestChosen = 200;
const chosen = z.array(z.string().min(1).max(longestChosen)).max(mostChosen);

/**
 * Several choices in one setting, such as the marketplaces of a connection: a JSON list of texts, each once and in order, because every
 * setting is a text. `severalIn` reads it. `meta({ choices })` says what they are chosen from, `least` how many there must be.
 */
export const several = ({ least = 0 } = {}) =>
  z
    .string()
    .overwrite((text) => (listIn(text) ? asText(listIn(text) ?? []) : text))
    .check(({ value, issues }) => {
      const list = listIn(value);
      if (!list) issues.push({ code: 'custom', message: 'Must be a list of choices', input: value });
      else if (list.length < least)
        issues.push({ code: 'custom', message: least === 1 ? 'Choose one at least' : `Choose ${least} at least`, input: value });
    })
    .default('[]')
    .meta({ many: true });

/** What was chosen for such a setting; nothing where it is not there. */
export const severalIn = (settings: Readonly<Record<string, string>>, name: string): string[] => listIn(settings[name] ?? '') ?? [];

/** The same as a setting: of equal choices in any order one text. */
export const asText = (list: readonly string[]): string => JSON.stringify([...new Set(list)].toSorted());

function listIn(text: string): string[] | null {
  try {
    return chosen.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
