export type { Permission, Role, SignedIn } from '../../platform/signed-in.ts';
