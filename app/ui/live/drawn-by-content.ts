import { type ComponentType, memo } from 'react';

/**
 * A part that is drawn anew where the content of its data has changed. At each event a page reads all of its data again, most of which
 * says the same in other objects: to compare 2 kB takes 10 µs, to draw a row half a millisecond, while which a press waits. Functions
 * among its props must do the same whenever they have the same name.
 */
export const drawnByContent = <Props extends object>(part: ComponentType<Props>) => memo(part, isSame) as unknown as ComponentType<Props>;

const isSame = (before: object, now: object) => JSON.stringify(before) === JSON.stringify(now);
