import { type ReactElement, useRef, useState } from 'react';
import { type Draft, dropDraft, keepDraft, readDraft } from '../../../shared/drafts.ts';
import { api, isApiError, type OwnListing } from '../../api.ts';
import { useKeys } from '../../keys.ts';
import { useHasRole, useSession } from '../../me.ts';
import { queryClient, read, refresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { DraftBanner, fieldOf, FieldProblems, showField, Summary, useProblems } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { numberProblems } from '../../ui/read-numbers.ts';
import { Loaded, problemText } from '../../ui/states.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useGo } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { type EditConflict, Conflict } from './conflict.tsx';
import { EditorSide } from './editor-side.tsx';
import {
  bodyOf,
  changedFields,
  draftOf,
  formFieldOf,
  formValues,
  typesOf,
  type Values,
  valuesOf,
} from './fields.ts';
import { ListingFields, useAttributes, useCategories } from './listing-form.tsx';
import { soldText } from './listing-price.tsx';
import { Photos } from './photos.tsx';
import { ListingState } from './status.tsx';

const NEW = 'new';
const FORM = 'listing-form';
const NO_FIELDS: ReadonlyMap<string, string> = new Map();

interface ListingDraft extends Draft {
  /** Version of the listing that the draft is based on. */
  readonly version: number | null;
  readonly values: Values;
}

/** @param listing null for a new one */
export function Editor({ listing }: { listing: OwnListing | null }): ReactElement {
  const words = useWords();
  const go = useGo();
  const canWrite = useHasRole('AGENT');
  const account = useSession().user.id;
  const object = draftOf(listing?.id ?? NEW);
  const saved: Values = listing === null ? {} : valuesOf(listing);
  const [draft, setDraft] = useState(() => readDraft<ListingDraft>(account, object));
  /** Values of the form before another category was chosen, to fill the fields of that category. */
  const [carried, carry] = useState<Values>({});
  const values: Values = { ...saved, ...draft?.values, ...carried };
  const [category, setCategory] = useState(values['category'] ?? '');
  /** A new number redraws the form with the saved values. */
  const [drawing, redraw] = useState(0);
  const [hasChanges, setChanges] = useState(draft !== null);
  const [isSaving, setSaving] = useState(false);
  const [clash, setClash] = useState<EditConflict | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useProblems(form);
  const categories = useCategories();
  const attributes = useAttributes(category);
  // Fields that are not drawn yet must not count as cleared.
  const isDrawn = categories.data !== undefined && attributes.data !== undefined;
  const canEdit = canWrite && isEditable(listing);

  const onTyped = (): void => {
    if (form.current === null) return;
    const typed = formValues(form.current, words.language);
    const changed = changedFields(saved, typed);
    setChanges(changed.length > 0);
    if (changed.length === 0) dropDraft(account, object);
    else
      keepDraft<ListingDraft>(account, object, {
        at: new Date().toISOString(),
        version: draft?.version ?? listing?.version ?? null,
        values: Object.fromEntries(changed.map((name) => [name, typed[name] ?? ''])),
      });
  };
  const chooseCategory = (next: string): void => {
    if (form.current !== null)
      carry({ ...formValues(form.current, words.language), subcategory: '', bodyType: '' });
    setCategory(next);
  };
  const forget = (): void => {
    dropDraft(account, object);
    setDraft(null);
    carry({});
  };
  const settle = async (next: OwnListing): Promise<void> => {
    forget();
    setChanges(false);
    setProblems(null);
    queryClient.setQueryData(read('listings.get', next.id).queryKey, next);
    setCategory(next.category ?? '');
    redraw((count) => count + 1);
  };
  /** Adopts a listing that an action has changed, and keeps unsaved input. */
  const adopt = async (next: OwnListing): Promise<void> => {
    const typed = readDraft<ListingDraft>(account, draftOf(next.id));
    if (typed === null) {
      await settle(next);
      return;
    }
    // If another user has changed it too, keep the old version so that saving detects the conflict.
    const isOurs = next.version === (typed.version ?? 0) + 1;
    const moved = isOurs ? { ...typed, version: next.version } : typed;
    keepDraft(account, draftOf(next.id), moved);
    setDraft(moved);
    queryClient.setQueryData(read('listings.get', next.id).queryKey, next);
  };
  const refuse = (error: unknown): void => {
    const details = isApiError(error) ? error.details : [];
    setProblems({
      text: problemText(error, words),
      fields: new Map(details.map(({ field, message }) => [formFieldOf(field), message])),
    });
  };

  /** @param version the expected version; a newer one is a conflict */
  const save = async (isPublishing: boolean, version = draft?.version ?? listing?.version): Promise<void> => {
    if (form.current === null || isSaving || !isDrawn) return;
    const unread = numberProblems(form.current, words);
    if (unread.size > 0) {
      setProblems({ text: words.text('desk.form.numbers'), fields: unread });
      return;
    }
    const typed = formValues(form.current, words.language);
    const names = changedFields(saved, typed);
    const body = bodyOf(names, typed, typesOf(attributes.data));
    setSaving(true);
    try {
      if (listing === null) {
        const created = await api.listings.create(isPublishing ? { ...body, publish: true } : body);
        await settle(created);
        notify(words.text(isPublishing ? publishedText(created) : 'desk.editor.saved'));
        void go(`/dealer/listings/${created.id}`);
        return;
      }
      let next = listing;
      if (names.length > 0) {
        next = await api.listings.update(listing.id, body, { ifMatch: version });
        await settle(next);
      }
      if (isPublishing) {
        next = await api.listings.publish(listing.id);
        await settle(next);
      }
      notify(words.text(isPublishing ? publishedText(next) : 'desk.editor.saved'));
    } catch (error) {
      if (listing !== null && isApiError(error) && error.status === 412) {
        const serverListing = await api.listings.get(listing.id);
        setClash({ serverListing, names, typed, attributes: attributes.data });
      } else refuse(error);
    } finally {
      setSaving(false);
      void refresh();
    }
  };
  useKeys({ 'mod+s': () => void save(false) });

  const title = listing?.title ?? words.text('desk.listings.new');
  return (
    <Page title={title} note={listing === null ? undefined : <Facts listing={listing} />}>
      <div className="editor">
        <div className="stack">
          {draft !== null && (
            <DraftBanner
              at={draft.at}
              onDiscard={() => {
                forget();
                setChanges(false);
                setCategory(saved['category'] ?? '');
                redraw((count) => count + 1);
              }}
            />
          )}
          {listing === null ? null : <Photos listing={listing} canWrite={canEdit} />}
          <form
            // The saved version arrives after `redraw`, and lists of fields take their initial state from it.
            key={[drawing, saved['version']].join(' ')}
            ref={form}
            id={FORM}
            className="stack"
            noValidate
            onInput={onTyped}
            onSubmit={(event) => {
              event.preventDefault();
              void save(false);
            }}
          >
            {problems !== null && <Summary problems={problems} form={form} />}
            <fieldset className="stack" disabled={!canEdit}>
              <FieldProblems fields={problems?.fields ?? NO_FIELDS}>
                <Loaded query={categories} lines={6}>
                  {({ categories: all }) => (
                    <Loaded query={attributes} lines={6}>
                      {(list) => (
                        <ListingFields
                          category={category}
                          categories={all}
                          attributes={list}
                          values={values}
                          onCategory={chooseCategory}
                        />
                      )}
                    </Loaded>
                  )}
                </Loaded>
              </FieldProblems>
            </fieldset>
            {listing === null && <p className="note">{words.text('desk.photos.later')}</p>}
          </form>
        </div>
        <aside className="editor-side stack">
          <SaveBar
            listing={listing}
            canEdit={canEdit && isDrawn}
            isSaving={isSaving}
            hasChanges={hasChanges}
            onPublish={() => void save(true)}
          />
          {listing !== null && (
            <EditorSide
              listing={listing}
              canWrite={canWrite}
              onChanged={(next) => void adopt(next)}
              onRefused={refuse}
              onField={(name) => {
                showField(
                  name === 'images'
                    ? document.querySelector('.drop-zone input')
                    : fieldOf(form.current, name),
                );
              }}
            />
          )}
        </aside>
      </div>
      {clash !== null && (
        <Conflict
          clash={clash}
          saved={saved}
          onMine={() => {
            setClash(null);
            void save(false, clash.serverListing.version);
          }}
          onTheirs={() => {
            setClash(null);
            void settle(clash.serverListing);
          }}
          onClose={() => setClash(null)}
        />
      )}
    </Page>
  );
}

function isEditable(listing: OwnListing | null): boolean {
  return listing === null || listing.allowedActions.includes('edit');
}

function Facts({ listing }: { listing: OwnListing }): ReactElement {
  const words = useWords();
  const { status, externalId, expiresAt, featured, featuredUntil, soldAt } = listing;
  const sold = soldText(listing, words);
  return (
    <>
      <ListingState status={status} />
      {externalId !== null && ` · ${externalId}`}
      {expiresAt !== null && ` · ${words.text('desk.editor.expires', { date: words.date(expiresAt) })}`}
      {featured &&
        featuredUntil !== null &&
        ` · ${words.text('desk.listings.featuredUntil', { date: words.date(featuredUntil) })}`}
      {soldAt !== null && ` · ${words.text('desk.listings.soldOn', { date: words.date(soldAt) })}`}
      {sold !== null && ` · ${sold}`}
    </>
  );
}

function SaveBar({
  listing,
  canEdit,
  isSaving,
  hasChanges,
  onPublish,
}: {
  listing: OwnListing | null;
  canEdit: boolean;
  isSaving: boolean;
  hasChanges: boolean;
  onPublish: () => void;
}): ReactElement {
  const words = useWords();
  const canPublish = listing === null || listing.allowedActions.includes('publish');
  return (
    <div className="save-bar">
      <span className="note" role="status">
        {hasChanges ? words.text('desk.editor.unsaved') : ''}
      </span>
      {canPublish && (
        <Button
          text="desk.editor.create.publish"
          className="quiet"
          disabled={!canEdit}
          aria-busy={isSaving}
          onClick={onPublish}
        />
      )}
      <button type="submit" form={FORM} disabled={!canEdit} aria-busy={isSaving}>
        {words.text(listing === null ? 'desk.editor.create' : 'desk.editor.save')}
      </button>
    </div>
  );
}

type PublishedText = 'desk.editor.published' | 'desk.editor.pending' | 'desk.editor.kept';

function publishedText({ status }: OwnListing): PublishedText {
  // The listing quota of the plan is used up.
  if (status === 'DRAFT') return 'desk.editor.kept';
  return status === 'PENDING_REVIEW' ? 'desk.editor.pending' : 'desk.editor.published';
}
