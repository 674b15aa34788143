import '@mantine/core/styles/Kbd.layer.css';
import { Kbd } from '@mantine/core';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

/** Every keyboard shortcut. */
export default function KeyboardList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" size={380} onClose={onClose}>
      <ShortTable>
        <tbody>
          {keys.map(([key, what]) => (
            <tr key={what}>
              <td>{what}</td>
              <td data-figure>
                <Kbd>{key}</Kbd>
              </td>
            </tr>
          ))}
        </tbody>
      </ShortTable>
    </Dialog>
  );
}

const keys = [
  ['/', 'Search'],
  ['⌘K, Ctrl K', 'Go to a page, a view, an order, a product or a raw material'],
  ['j', 'Next row or cause, or next order of the list'],
  ['k', 'Previous row or cause, or previous order'],
  ['n', 'Next order that waits, on the page of an order'],
  ['x', 'Tick the row'],
  ['Shift X', 'Tick all rows up to this one'],
  ['Enter', 'Open the row; on SKUs to link: link it and go on'],
  ['e', 'Edit the order, or that of the row'],
  ['⌘S, Ctrl S', 'Save the order'],
  ['Backspace', 'Remove a filter, on its button or in the empty search'],
  ['Esc', 'Close what is open'],
  ['?', 'This list'],
] as const;
