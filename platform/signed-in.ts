/** `super` runs the portal and may act as any account; the others belong to one. */
export type Role = 'super' | 'account_admin' | 'admin' | 'user';

/**
 * work: orders, purchase orders, products, imports, exports, tickets · map: mappings, presets, time windows, notifications ·
 * connect: connections and their secrets · team: invite, remove, assign departments · portal: other accounts and what all share.
 */
export type Permission = 'work' | 'map' | 'connect' | 'team' | 'portal';

/** Who makes this request, and as whom. */
export type SignedIn = {
  userId: number;
  /** The account that this request sees: a person's own, or the one a super admin acts as. */
  accountId: number;
  role: Role;
  name: string;
  email: string;
  /** IANA name; every date is shown in it. */
  timezone: string;
  accountName: string;
  /** A super admin works in an account that is not his own. */
  actingAs: boolean;
};
