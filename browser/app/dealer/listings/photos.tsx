/** The photos of a listing: many chosen at once, sent in their order, ordered by dragging, touch or buttons. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { FILE_MEGABYTES_MAX, PHOTO_FILES } from '../../../../src/storefront/ui/file-rules.ts';
import { api, type OwnListing, pathOf } from '../../api.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { type Upload, useUploads } from './uploads.ts';

/** What the buttons of a photo do. */
type Act = 'earlier' | 'back' | 'toCover' | 'remove';

export function Photos({ listing, mayWrite }: { listing: OwnListing; mayWrite: boolean }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['listing', listing.id] });
    void queries.invalidateQueries({ queryKey: ['listings'] });
  };
  const photosMax = usePhotosMax();
  const { formats } = PHOTO_FILES;
  const uploads = useUploads(listing.id, () => void refresh());
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const [isOver, setOver] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const [removing, setRemoving] = useState<{ readonly id: string; readonly at: number } | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const section = useRef<HTMLElement>(null);
  /** Where the keys go on, once the photos stand in their new places. */
  const [next, goOn] = useState<{ readonly id: string | undefined; readonly act: Act } | null>(null);
  useEffect(() => {
    if (next === null) return;
    const photo = section.current?.querySelector(`[data-photo="${next.id}"]`);
    const button =
      photo?.querySelector<HTMLElement>(`[data-act="${next.act}"]:enabled`) ??
      photo?.querySelector<HTMLElement>('button:enabled') ??
      section.current?.querySelector<HTMLElement>('input[type=file]');
    button?.focus();
  }, [next]);
  const byId = new Map(listing.images.map((image) => [image.id, image]));
  const shown = (order ?? listing.images.map(({ id }) => id)).flatMap((id) => byId.get(id) ?? []);

  const save = async (ids: readonly string[]): Promise<void> => {
    setOrder(ids);
    try {
      await api.listingImages.order(listing.id, { order: [...ids] });
      await refresh();
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
    setOrder(null);
  };
  const move = (id: string, to: number, act?: Act): void => {
    const ids = shown.map((image) => image.id).filter((one) => one !== id);
    ids.splice(to, 0, id);
    if (status.current !== null)
      status.current.textContent = words.text('desk.photos.moved', { count: to + 1 });
    void save(ids);
    if (act !== undefined) goOn({ id, act });
  };
  const remove = async (id: string, at: number): Promise<void> => {
    try {
      await api.listingImages.delete(listing.id, id);
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
    await refresh();
    const left = shown.filter((image) => image.id !== id);
    goOn({ id: left[Math.min(at, left.length - 1)]?.id, act: 'remove' });
  };

  return (
    <section ref={section} className="panel stack" aria-labelledby="photos-heading">
      <h2 id="photos-heading">
        {words.text('desk.editor.photos')} <span className="note number">{shown.length}</span>
      </h2>
      <p ref={status} className="unseen" role="status" />
      <ol className="photos">
        {shown.map((image, at) => (
          // Dragging is one way of three: the buttons in it move it too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
          <li
            key={image.id}
            data-photo={image.id}
            className={dragged === image.id ? 'photo dragged' : 'photo'}
            draggable={mayWrite}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', image.id);
              setDragged(image.id);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged !== null) event.preventDefault();
            }}
            onDrop={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              event.stopPropagation();
              move(dragged, at);
              setDragged(null);
            }}
          >
            <img
              src={pathOf(image.sizes?.['thumbnail']?.webp ?? image.url)}
              alt={words.text('desk.photos.number', { count: at + 1 })}
              width={160}
              height={120}
              draggable={false}
            />
            {at === 0 && <span className="cover">{words.text('desk.photos.cover')}</span>}
            {mayWrite && (
              <div className="photo-tools">
                <PhotoTool
                  label={words.text('desk.photos.earlier', { count: at + 1 })}
                  act="earlier"
                  icon="left"
                  isOff={at === 0}
                  onClick={() => move(image.id, at - 1, 'earlier')}
                />
                <PhotoTool
                  label={words.text('desk.photos.back', { count: at + 1 })}
                  act="back"
                  icon="right"
                  isOff={at === shown.length - 1}
                  onClick={() => move(image.id, at + 1, 'back')}
                />
                <PhotoTool
                  label={words.text('desk.photos.toCover', { count: at + 1 })}
                  act="toCover"
                  icon="up"
                  isOff={at === 0}
                  onClick={() => move(image.id, 0, 'toCover')}
                />
                <PhotoTool
                  label={words.text('desk.photos.remove', { count: at + 1 })}
                  act="remove"
                  icon="trash"
                  isOff={false}
                  onClick={() => setRemoving({ id: image.id, at })}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      {removing !== null && (
        <Confirm
          title={words.text('desk.photos.remove.title', { count: removing.at + 1 })}
          text={words.text('desk.photos.remove.text')}
          action={words.text('desk.delete')}
          onConfirm={() => void remove(removing.id, removing.at)}
          onClose={() => setRemoving(null)}
        />
      )}
      {(listing.awaitedImages ?? 0) > 0 && (
        <p className="note">{words.count('desk.photos.awaited', listing.awaitedImages ?? 0)}</p>
      )}
      {mayWrite && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files can be dropped on it; the field in it has the keys
        <label
          className={isOver ? 'drop-zone over' : 'drop-zone'}
          onDragOver={(event) => {
            if (dragged !== null) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            uploads.add([...event.dataTransfer.files]);
          }}
        >
          <Icon name="photo" size={28} />
          <span>
            <strong>{words.text('desk.photos.add')}</strong>
            <br />
            <span className="note">{words.text('desk.photos.drop')}</span>
            <br />
            <span className="note">
              {photosMax === undefined
                ? words.text('desk.files.which', { formats, max: FILE_MEGABYTES_MAX })
                : words.text('desk.files.which.count', {
                    formats,
                    max: FILE_MEGABYTES_MAX,
                    count: photosMax,
                  })}
            </span>
          </span>
          <input
            type="file"
            className="unseen"
            multiple
            accept={PHOTO_FILES.types.join(',')}
            onChange={({ target }) => {
              uploads.add([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </label>
      )}
      {uploads.missing.length > 0 && (
        <div className="banner" role="status">
          <span>{words.text('desk.photos.missing', { names: uploads.missing.join(', ') })}</span>
          <button type="button" className="quiet" onClick={() => uploads.forgetMissing()}>
            {words.text('desk.photos.missing.done')}
          </button>
        </div>
      )}
      {uploads.list.length > 0 && (
        <ul className="uploads">
          {uploads.list.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onAgain={() => uploads.again(upload.id)}
              onDismiss={() => uploads.dismiss(upload.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** How many photos the plan allows for each listing; undefined while that is not known. */
function usePhotosMax(): number | undefined {
  // Every role reads the figures; the subscription is for managers.
  const today = useQuery({ queryKey: ['today', 'dashboard'], queryFn: () => api.dashboard.get() });
  const plans = useQuery({ queryKey: ['plans'], queryFn: () => api.plans.list() });
  const slug = today.data?.plan.slug;
  return plans.data?.plans.find((plan) => plan.slug === slug)?.limits.imagesPerListing;
}

function PhotoTool({
  label,
  act,
  icon,
  isOff,
  onClick,
}: {
  label: string;
  act: Act;
  icon: IconName;
  isOff: boolean;
  onClick: () => void;
}): ReactElement {
  return (
    <button
      type="button"
      className="icon-button"
      data-act={act}
      disabled={isOff}
      aria-label={label}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}

function UploadRow({
  upload,
  onAgain,
  onDismiss,
}: {
  upload: Upload;
  onAgain: () => void;
  onDismiss: () => void;
}): ReactElement {
  const words = useWords();
  const { file, percent, problem, isUnderWay } = upload;
  const { name } = file;
  if (problem !== null)
    return (
      <li className="upload">
        <span className="bad" role="alert">
          {words.text('desk.photos.failed', {
            name,
            reason: problem === '' ? words.text('desk.error.offline') : problem,
          })}
        </span>
        <span className="row">
          <button type="button" className="quiet" onClick={onAgain}>
            {words.text('desk.again')}
            <span className="unseen">: {name}</span>
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={words.text('desk.photos.dismiss', { name })}
            onClick={onDismiss}
          >
            <Icon name="close" size={16} />
          </button>
        </span>
      </li>
    );
  const text = isUnderWay
    ? words.text('desk.photos.uploading', { name, percent })
    : words.text('desk.photos.waiting', { name });
  return (
    <li className="upload">
      <span>{text}</span>
      <progress className="progress" max={100} value={percent} aria-label={text} />
    </li>
  );
}
