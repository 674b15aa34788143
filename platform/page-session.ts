import type { SignedIn } from './signed-in.ts';

/**
 * The header by which a page of ours says whose it is. Another tab may have gone on as somebody else, or in another account: what is
 * pressed on a page that is left from before must not be done there.
 */
export const pageSessionHeader = 'x-page-session';

/** The person and account of a session, as that header has them. */
export const pageSessionOf = ({ userId, accountId }: Pick<SignedIn, 'userId' | 'accountId'>): string => `${userId}/${accountId}`;
