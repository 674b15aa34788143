import { z } from 'zod';

/* Fields as several vendors send them. */

/** An id is a text here, whatever it is there. */
export const id = z.union([z.number().int(), z.string().min(1)]).transform(String);

/** A text that may be missing is empty. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** A time in whatever form JavaScript reads: ISO 8601, or RFC 2822 as in mails. */
export const moment = z
  .string()
  .transform((value) => new Date(value))
  .refine((at) => !Number.isNaN(at.getTime()), 'is not a time');
