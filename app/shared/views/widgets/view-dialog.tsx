import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../../platform/call.ts';
import type { NounName } from '../../../base/nouns.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { changeAddress } from '../../../ui/list/list-address.ts';
import { changeViewCall, deleteViewCall, saveViewCall, type View } from '../contract.ts';
import type { ViewForms } from '../forms.ts';
import { deletionText, type ViewQuery, viewAddress } from '../view.ts';
import type { Choice } from './entries.tsx';

type Props = {
  choice: Choice;
  entity: NounName;
  forms: ViewForms;
  shown: { query: ViewQuery; columns: string[] };
  onClose: () => void;
};

/** The dialogs to save, rename and delete a view. */
export default function ViewDialog({ choice, ...props }: Props) {
  if (choice.kind === 'save') return <SaveView {...props} />;
  if (choice.kind === 'rename') return <RenameView {...props} view={choice.view} />;
  return choice.kind === 'delete' ? <DeleteView {...props} view={choice.view} /> : null;
}

type About = Omit<Props, 'choice'>;

function SaveView({ entity, shown, forms, onClose }: About) {
  const navigate = useNavigate();
  return (
    <FormDialog
      title="Save view"
      call={saveViewCall}
      form={forms.save}
      fixed={{ entity, ...shown }}
      verb="Save view"
      onSaved={({ view }) => navigate(viewAddress(view), { preventScrollReset: true })}
      onClose={onClose}
    />
  );
}

function RenameView({ view, forms, onClose }: About & { view: View }) {
  return (
    <FormDialog
      title={`Rename “${view.name}”`}
      call={changeViewCall}
      params={{ id: view.id }}
      form={forms.rename}
      values={{ name: view.name }}
      verb="Rename"
      onClose={onClose}
    />
  );
}

function DeleteView({ view, onClose }: About & { view: View }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <ConfirmDialog
      title={`Delete “${view.name}”`}
      text={deletionText(view)}
      verb="Delete view"
      danger
      onClose={onClose}
      run={async () => {
        const { message } = await call(deleteViewCall, { params: { id: view.id } });
        showAlert('success', message);
        await navigate(changeAddress(params, { saved: null }), { preventScrollReset: true });
      }}
    />
  );
}
