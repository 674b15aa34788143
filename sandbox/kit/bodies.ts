import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Handle } from './resource.ts';

type Refuse = (reply: FastifyReply, message: string, field: string) => unknown;

/** Returns what makes a write whose body has a shape. Of another one `refuse` hears what is wrong with it, and with which field. */
export const bodiesFor =
  <A, T>() =>
  <B>(shape: z.ZodType<B>, refuse: Refuse, handle: (body: B, ...call: Parameters<Handle<A, T>>) => unknown): Handle<A, T> =>
  (...call) => {
    const [, , request, reply] = call;
    const { data, error } = shape.safeParse(request.body);
    if (data !== undefined) return handle(data, ...call);
    const [wrong] = error?.issues ?? [];
    return refuse(reply, wrong?.message ?? '', wrong?.path.join('.') ?? '');
  };

/** Fields of bodies as most have them: a text that may be left out, one that has to say something, and a whole number. */
export const [optional, filled, whole] = [z.string().nullish(), z.string().min(1), z.number().int()];

/** Fields of a reply that are alike, as those that a stand-in leaves empty: names with spaces between. */
export const every = <V, N extends string>(value: V, names: N): Record<Words<N>, V> =>
  Object.fromEntries(names.split(' ').map((name) => [name, value])) as Record<Words<N>, V>;
type Words<N extends string> = N extends `${infer First} ${infer Rest}` ? First | Words<Rest> : N;
