import { QueryClient } from '@tanstack/react-query';
import { beforeAll, expect, test } from 'vitest';
import { htmlOf, rendered } from '../../../../test/rendered.tsx';
import { type Person, testWeb } from '../../../../test/web.ts';
import { uploadFailed, uploadingTo } from './contract.ts';
import { UploadButton } from './upload-button.tsx';
import { ProfilesSelect } from './widgets/profiles-select.tsx';
import { Outcome } from './widgets/upload-dialog.tsx';

const own = testWeb();
let ann: Person;
beforeAll(async () => {
  ann = await own.person(await own.account());
});

const post = (path: string, payload: object) => own.as(ann, { method: 'POST', url: `/api/channel-advisor/${path}`, payload });

test('without a channel that takes products the status has no content, so that no button is shown', async () => {
  const reply = await own.as(ann, { url: '/api/channel-advisor/status' });
  expect([reply.statusCode, reply.body]).toEqual([204, '']);
});

test.each([
  ['no profile', { profiles: [], productId: 1 }, { profiles: ['Choose at least one profile'] }],
  ['no product', { profiles: ['1-1'] }, { productId: ['Is required'] }],
])('with %s it is not begun', async (_what, payload, fields) => {
  const reply = await post('upload-product', payload);
  expect([reply.statusCode, reply.json()]).toMatchObject([422, fields]);
});

test('a product that is not there is not found, alone and among many', async () => {
  expect((await post('upload-product', { profiles: ['1-1'], productId: 999_999 })).statusCode).toBe(404);
  expect((await post('upload-products', { profiles: ['1-1'], productIds: [999_999] })).statusCode).toBe(404);
});

test.each([
  ['on its way', uploadingTo([{ to: null }, { to: null }]), 'Uploading product to Channel Advisor...'],
  ['on its way to another channel', uploadingTo([{ to: 'Our shop' }]), 'Uploading product to Our shop...'],
  ['on its way to both', uploadingTo([{ to: null }, { to: 'Our shop' }]), 'Uploading product to Channel Advisor and Our shop...'],
  ['failed', uploadFailed, 'Sorry, there was an error processing your request'],
])('an upload that is %s', (_situation, text, expected) => {
  expect(text).toBe(expected);
});

test('each profile has its own sentence, with a link where the channel gives one', () => {
  const links = [{ profile: '1-7', name: 'Shoes', url: 'https://shop.example/7' }];
  const text = rendered(<Outcome outcome={{ alert_class: 'success', message: 'MUG was uploaded to Shoes.', links }} />);
  for (const each of ['MUG was uploaded to Shoes.', 'See it in Shoes']) expect(text).toContain(each);
});

test('the profiles to choose are named, and without the channel’s consent there is no button', () => {
  const profiles = [{ id: '1-7', name: 'Shoes', to: null }];
  const chosen = rendered(<ProfilesSelect profiles={profiles} value={['1-7']} onChange={() => undefined} />);
  for (const each of ['Profiles', 'Shoes']) expect(chosen).toContain(each);
  expect(rendered(<ProfilesSelect profiles={profiles} value={[]} onChange={() => undefined} />)).toContain('Choose profiles');
  const product = { id: 1, sku: 'MUG' };
  const button = (profilesOfChannel: typeof profiles) => {
    const queries = new QueryClient();
    queries.setQueryData(['marketplace-profiles'], { profiles: profilesOfChannel });
    return htmlOf(<UploadButton product={product} />, '/', queries);
  };
  expect(button(profiles)).toMatch(/<button[^>]*aria-haspopup="dialog".*Upload to marketplace/);
  expect(button([])).not.toContain('Upload to marketplace');
});
