import { Button } from '@mantine/core';
import { SubmitButton } from '../../../../../ui/buttons/submit-button.tsx';
import type { EditMode } from './use-edit-mode.ts';

/** Edit Order turns edit mode on and off; Save Changes works only while editing. */
export const EditButtons = ({ mode }: { mode: EditMode }) => (
  <>
    <Button variant="default" aria-pressed={mode.isEditing} onClick={mode.toggle}>
      {mode.isEditing ? 'Discard' : 'Edit Order'}
    </Button>
    <SubmitButton variant={mode.isEditing ? 'filled' : 'default'} disabled={!mode.isEditing} run={mode.save}>
      Save Changes
    </SubmitButton>
  </>
);
