import { z } from 'zod';

/** The warehouse's shipping methods, grouped by carrier. */
export const methodGroups = z.array(z.object({ carrier: z.string(), methods: z.array(z.object({ code: z.string(), name: z.string() })) }));
export type MethodGroup = z.output<typeof methodGroups>[number];
