import type { IssueTypes } from '../issue-type.ts';

/** `at`: when the channel changed it, which may be again in the same words. */
type Beside = { channel: string; at: string };

/** Opened where the channel changed an order beside what people edited of it, before it left; a person looks at both. */
export const changedBesideEdits = {
  label: 'Changed beside edits',
  headline: {
    count: 'issues',
    one: 'order was changed by its channel after it was edited here',
    many: 'orders were changed by their channels after they were edited here',
  },
  remedy: 'keep_edits',
  isChecked: false,
  sentences: {
    /** `kept`: the parts that stay as they were edited. */
    address_beside_edits: ({ channel, kept }: Beside & { kept: string[] }) =>
      `${channel} changed the address of this order. What was edited here stays: ${kept.join(', ')}. Look at the whole address, and correct it where it is wrong, before you keep it.`,
    lines_beside_edits: ({ channel }: Beside) =>
      `${channel} changed the lines of this order. They stay as they were edited here. Compare both, and correct them where they are wrong, before you keep them.`,
    /** `asks`: what it wants by now, null where it names no method any more; `kept`: the code of the warehouse's method. */
    shipping_beside_edits: ({ channel, asks, kept }: Beside & { asks: string | null; kept: string }) =>
      `${channel} ${asks === null ? 'no longer asks for a shipping method' : `now asks for “${asks}” as shipping`}. The shipping method stays as it was chosen here, ${kept}. Compare both, and choose another where it is wrong, before you keep it.`,
  },
} as const satisfies IssueTypes[string];
