/** The photos of a listing: uploads many files in their order, and reorders by dragging, touch or buttons. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { FILE_MEGABYTES_MAX, PHOTO_FILES } from '../../../../src/storefront/ui/file-rules.ts';
import { useAction } from '../../action.ts';
import { api, type OwnListing, pathOf } from '../../api.ts';
import { read, refresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useWords } from '../../words.ts';
import { type Upload, useUploads } from './uploads.ts';

type Act = 'earlier' | 'back' | 'toCover' | 'remove';

export function Photos({ listing, canWrite }: { listing: OwnListing; canWrite: boolean }): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const photosMax = usePhotosMax();
  const { formats } = PHOTO_FILES;
  const uploads = useUploads(listing.id, () => void refresh('listings'));
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const [isOver, setOver] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const section = useRef<HTMLElement>(null);
  /** The button to focus once the photos have moved. */
  const [next, focusNext] = useState<{ readonly id: string | undefined; readonly act: Act } | null>(null);
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
  const photos = (order ?? listing.images.map(({ id }) => id)).flatMap((id) => byId.get(id) ?? []);

  const save = async (ids: readonly string[]): Promise<void> => {
    setOrder(ids);
    await act(() => api.listingImages.order(listing.id, { order: [...ids] }), { changes: ['listings'] });
    setOrder(null);
  };
  const move = (id: string, to: number, act?: Act): void => {
    const ids = photos.map((image) => image.id).filter((other) => other !== id);
    ids.splice(to, 0, id);
    if (status.current !== null)
      status.current.textContent = words.text('desk.photos.moved', { count: to + 1 });
    void save(ids);
    if (act !== undefined) focusNext({ id, act });
  };
  const remove = async (id: string, index: number): Promise<void> => {
    await act(() => api.listingImages.delete(listing.id, id), { changes: ['listings'] });
    const left = photos.filter((image) => image.id !== id);
    focusNext({ id: left[Math.min(index, left.length - 1)]?.id, act: 'remove' });
  };
  const confirmRemoval = (id: string, index: number): void =>
    confirmFirst({
      title: words.text('desk.photos.remove.title', { count: index + 1 }),
      text: words.text('desk.photos.remove.text'),
      action: words.text('desk.delete'),
      onConfirm: () => remove(id, index),
    });

  return (
    <section ref={section} className="panel stack" aria-labelledby="photos-heading">
      <h2 id="photos-heading">
        {words.text('desk.editor.photos')} <span className="note number">{photos.length}</span>
      </h2>
      <p ref={status} className="unseen" role="status" />
      <ol className="photos">
        {photos.map((image, index) => (
          // Buttons move the photo too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
          <li
            key={image.id}
            data-photo={image.id}
            className={dragged === image.id ? 'photo dragged' : 'photo'}
            draggable={canWrite}
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
              move(dragged, index);
              setDragged(null);
            }}
          >
            <img
              src={pathOf(image.sizes?.['thumbnail']?.webp ?? image.url)}
              alt={words.text('desk.photos.number', { count: index + 1 })}
              width={160}
              height={120}
              draggable={false}
            />
            {index === 0 && <span className="cover">{words.text('desk.photos.cover')}</span>}
            {canWrite && (
              <div className="photo-tools">
                <PhotoTool
                  label={words.text('desk.photos.earlier', { count: index + 1 })}
                  act="earlier"
                  icon="left"
                  isOff={index === 0}
                  onClick={() => move(image.id, index - 1, 'earlier')}
                />
                <PhotoTool
                  label={words.text('desk.photos.back', { count: index + 1 })}
                  act="back"
                  icon="right"
                  isOff={index === photos.length - 1}
                  onClick={() => move(image.id, index + 1, 'back')}
                />
                <PhotoTool
                  label={words.text('desk.photos.toCover', { count: index + 1 })}
                  act="toCover"
                  icon="up"
                  isOff={index === 0}
                  onClick={() => move(image.id, 0, 'toCover')}
                />
                <PhotoTool
                  label={words.text('desk.photos.remove', { count: index + 1 })}
                  act="remove"
                  icon="trash"
                  isOff={false}
                  onClick={() => confirmRemoval(image.id, index)}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      {(listing.awaitedImages ?? 0) > 0 && (
        <p className="note">{words.count('desk.photos.awaited', listing.awaitedImages ?? 0)}</p>
      )}
      {canWrite && (
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
          <Button text="desk.photos.missing.done" className="quiet" onClick={() => uploads.forgetMissing()} />
        </div>
      )}
      {uploads.list.length > 0 && (
        <ul className="uploads">
          {uploads.list.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onAgain={() => uploads.retry(upload.id)}
              onDismiss={() => uploads.dismiss(upload.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The limit of photos per listing; undefined while it is loading. */
function usePhotosMax(): number | undefined {
  // Every role can read the dashboard, but only managers the subscription.
  const today = useQuery(read('dashboard.get'));
  const plans = useQuery(read('plans.list'));
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
          <Button text="desk.again" about={name} className="quiet" onClick={onAgain} />
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
