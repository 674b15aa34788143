import type { z } from 'zod';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Within } from '../../../platform/tenant.ts';
import type { Scope } from '../../people/keys/scopes.ts';

/** Who calls a tool: a key of an account, and the program that says it uses it. */
export type Caller = {
  /** One transaction of the key's account that reads. */
  reading: Within;
  /** One that writes. */
  inTenant: Within;
  key: { id: number; name: string };
  timezone: string;
  /** Of whoever made the key. */
  role: SignedIn['role'];
  /** The key, and what the program calls itself, which nobody has checked. */
  calledBy: string;
  may: (scope: Scope) => boolean;
  /** The address of a page, as people open it. */
  linkTo: (path: string) => string;
};

/** One thing that an agent can do. Its input and output are checked by their schemas. */
export type Tool<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> = {
  /** In small letters with underscores. */
  name: string;
  title: string;
  /** For the agent: what it is good for, and what it never does. */
  description: string;
  /** Null: any key may use it. */
  scope: Scope | null;
  input: In;
  output: Out;
  /** It changes something here. */
  changes?: true;
  /** It may do what a person would press a button for, in other systems too. */
  acts?: true;
  run(caller: Caller, input: z.output<In>): Promise<z.input<Out>>;
};

/** Declares a tool: the types of its function are those of its schemas. */
export const tool = <In extends z.ZodObject, Out extends z.ZodObject>(declared: Tool<In, Out>): Tool => declared as unknown as Tool;
