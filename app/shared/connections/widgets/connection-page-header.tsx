import { href } from 'react-router';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';

type Props = { slug: string; name: string; title: string; actions?: React.ReactNode };

/** The header of a page of a connection: the way back to it, and a title that names it in the browser's tab. */
export const ConnectionPageHeader = ({ slug, name, title, actions }: Props) => (
  <PageHeader
    back={{ to: href('/settings/connectors/:name', { name: slug }), label: name }}
    title={title}
    documentTitle={`${title} of ${name}`}
    actions={actions}
  />
);
