import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { deleteCommentCall } from '../contract.ts';

/** Deletes a comment once that was confirmed. */
export const DeleteComment = ({ id }: { id: number }) => (
  <DeleteButton call={deleteCommentCall} id={id} name="this comment" text="Nobody can read it after that." />
);
