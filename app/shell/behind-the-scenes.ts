/** Addresses that open pages request by themselves; nobody navigates to them. */
export const behindTheScenes: ReadonlySet<string> = new Set(['/shell', '/orders/refresh']);
