import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../platform/call.ts';
import { showAlert } from '../../ui/alerts/alerts.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormFromSchema } from '../../ui/form/form-from-schema.tsx';
import { changeAddress } from '../../ui/list/list-address.ts';
import { changeViewCall, deleteViewCall, type ListName, saveViewCall, type View } from '../contract.ts';
import { deletionText, type ViewQuery, viewAddress } from '../view.ts';
import type { Choice } from './entries.tsx';

type Props = {
  choice: Choice;
  entity: ListName;
  title: string;
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

const name = { type: 'string', title: 'Name' };

function SaveView({ entity, title, shown, onClose }: About) {
  const navigate = useNavigate();
  const schema = {
    properties: {
      name,
      shared: { type: 'boolean', title: 'Share with everyone here' },
      opens: { type: 'boolean', title: `Open ${title} with it` },
    },
    required: ['name'],
  };
  return (
    <Dialog title="Save view" onClose={onClose}>
      {(close) => (
        <FormFromSchema
          schema={schema}
          verb="Save view"
          onSubmit={async ({ name, shared, opens }) => {
            const body = { entity, name: String(name), shared: shared === true, opens: opens === true, ...shown };
            const { view, message } = await call(saveViewCall, { body });
            showAlert('success', message);
            close();
            await navigate(viewAddress(view), { preventScrollReset: true });
          }}
        />
      )}
    </Dialog>
  );
}

function RenameView({ view, onClose }: About & { view: View }) {
  return (
    <FormDialog
      title={`Rename “${view.name}”`}
      call={changeViewCall}
      params={{ id: view.id }}
      form={{ properties: { name }, required: ['name'] }}
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
