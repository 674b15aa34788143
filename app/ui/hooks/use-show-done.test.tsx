import { expect, test } from 'vitest';
import { rendered } from '../../../test/rendered.tsx';
import { readUndoables } from '../alerts/undoable.ts';
import { useShowDone } from './use-show-done.ts';

test('what was done is undone on the page where it was pressed, wherever its person is when the reply comes', () => {
  let show: ReturnType<typeof useShowDone> | undefined;
  function Pressed() {
    show = useShowDone({ what: 'edit of SO-1', by: async () => undefined });
    return null;
  }
  rendered(<Pressed />, { path: '/orders/1' });
  // There is no address of a window here: none is asked for.
  show?.({ message: 'Order successfully saved', runId: 7 });
  expect(readUndoables()).toMatchObject([{ at: '/orders/1', what: 'edit of SO-1' }]);
});
