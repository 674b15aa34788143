/** How many characters a password has. Source: NIST SP 800-63B-4 and ASVS 5.0, 6.2.1. Browser-safe. */
export const [shortest, longest] = [8, 128] as const;
