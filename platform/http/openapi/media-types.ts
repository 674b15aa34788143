import { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';

/**
 * The media types in which this status of an endpoint is sent. A declared text is sent as one, and everything else as JSON, unless `sends`
 * says otherwise.
 */
export function mediaTypesOf({ sends, replies }: Pick<Endpoint, 'sends' | 'replies'>, status: number): readonly string[] {
  if (status >= 300) return ['application/json'];
  return sends ?? [isText(replies[status]) ? 'text/plain' : 'application/json'];
}

const isText = (schema: z.ZodType | undefined) => [z.ZodString, z.ZodLiteral, z.ZodEnum].some((kind) => schema instanceof kind);

/** Whether a reply's Content-Type is one of these; `image/*` is every picture. */
export const isOneOf = (types: readonly string[], contentType: string): boolean => {
  const [type = ''] = contentType.split(';', 1);
  return types.some((each) => each === '*/*' || each === type.trim() || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))));
};
