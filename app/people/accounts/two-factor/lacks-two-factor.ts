import { sql } from 'kysely';
import { createContext } from 'react-router';

/** Whether super admins must have two-factor sign-in here. False in development once a file has changed: a page shows no key as refused. */
export const strictSupersContext = createContext<boolean>(false);

/** Of an account `a` and a person `u`: whether what they sign in with is refused until they set up two-factor sign-in. */
export const lacksTwoFactor = (strictSupers: boolean) => sql<boolean>`
  ((a.two_factor_required or (u.is_super and ${strictSupers})) and not u.two_factor_enabled)`;
