/** What open pages ask for by themselves: addresses that nobody goes to. */
export const behindTheScenes: ReadonlySet<string> = new Set(['/shell', '/orders/refresh']);
