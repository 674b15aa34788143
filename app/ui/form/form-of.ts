import { z } from 'zod';
import type { Endpoint } from '../../../platform/endpoint.ts';
import type { FieldSchema } from './field-schema.ts';

/**
 * The form of a call, from its body's schema: `.meta({ title, description, secret })` say how a field is called. For loaders, since schemas
 * stay on the server.
 */
export const formOf = ({ body }: Pick<Endpoint, 'body'>): FieldSchema =>
  body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as FieldSchema) : {};
