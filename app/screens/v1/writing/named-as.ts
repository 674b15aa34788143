import { Invalid, invalid } from '../../../../platform/http/refusal.ts';

/**
 * For what a command of the screens refuses: each field by its name in the body. `names`: by the screens' names, those of `/v1`, where they
 * differ; a field within another as `ship_to.country`. Throws what it is given.
 */
export const namedAs =
  (names: Readonly<Record<string, string>>) =>
  (error: unknown): never => {
    if (!(error instanceof Invalid)) throw error;
    throw invalid(Object.fromEntries(Object.entries(error.fields).map(([field, messages]) => [names[field] ?? field, messages])));
  };
