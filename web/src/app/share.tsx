// SPDX-License-Identifier: MIT
// Ways to share a game: a link with the whole record in it, a picture of the table, the record as a
// file, or the result in words. Uses the device's share menu if there is one.
import './share.css';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useAwaited } from '../hooks';
import { Button, Sheet } from '../look';
import { skinOf } from '../skins';
import { viewOf } from '../table/eye';
import type { TableState } from '../table/types';
import { seatName } from '../words/tell';
import { t } from '../words/words';
import { gameLink } from './link';
import { type Past, STILL } from './past';
import { pictureOf } from './picture';

const KEEP_MS = 10_000; // browsers take a moment to begin a download

export const fileName = (name: string, at: number, ending = 'kufsa'): string =>
  `${name}-${new Date(at).toISOString().slice(0, 10)}.${ending}`;

export function download(name: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

// Over plain http, as in a home network, a page has neither.
const mayShare = 'share' in navigator;
const mayCopy = 'clipboard' in navigator && navigator.clipboard !== undefined;

/** Opens the device's share menu; cancelling needs no message. */
const shareBy = (data: ShareData) => void navigator.share(data).catch(() => {});

/** Passes on a text: by the share menu, or the clipboard. */
function Pass({ text, label }: { text: string; label: string }) {
  const [done, setDone] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => {},
    );
  if (!mayShare && !mayCopy)
    return (
      <textarea class="field share-text" readOnly dir="auto" aria-label={label} value={text} />
    );
  return (
    <>
      {mayShare && (
        <Button icon="share" onClick={() => shareBy({ text })}>
          {t('web.share.do')}
        </Button>
      )}
      {mayCopy && (
        <Button icon={done ? 'check' : 'copy'} onClick={copy}>
          {t(done ? 'web.app.copied' : 'web.share.copy')}
        </Button>
      )}
    </>
  );
}

interface WayProps {
  readonly title: string;
  readonly about?: string;
  readonly children?: ComponentChildren;
}

const Way = ({ title, about, children }: WayProps) => (
  <section class="column share-way">
    <h3>{title}</h3>
    {about && <p class="small soft">{about}</p>}
    <div class="row">{children}</div>
  </section>
);

// ---- the result in words ----

function resultLines(table: TableState): string[] {
  return table.seats.map((_, seat) => {
    const place = t(`place.${table.places?.[seat] ?? 1}`);
    const name = seatName(table, seat);
    return table.scores
      ? t('result.score', { name, place, points: t('points', { n: table.scores[seat] ?? 0 }) })
      : t('result.place', { name, place });
  });
}

const titleOf = (table: TableState) => `${t('web.app.name')} · ${t(`game.${table.game}`)}`;

// ---- the picture ----

function Picture({ table }: { table: TableState }) {
  const paper = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const skin = skinOf(table.game);
  const viewer = table.you.seat ?? null;
  const name = fileName(table.game, Date.now(), 'png');
  const make = async (give: (file: File) => void) => {
    setState('busy');
    try {
      const blob = await pictureOf(paper.current as HTMLElement);
      give(new File([blob], name, { type: 'image/png' }));
      setState('ready');
    } catch {
      setState('failed');
    }
  };
  const share = (file: File) => {
    if (navigator.canShare?.({ files: [file] })) shareBy({ files: [file] });
    else download(name, file);
  };
  return (
    <Way title={t('web.share.picture')}>
      <div class="share-window" inert>
        <div ref={paper} class="share-paper">
          <p class="share-title">{titleOf(table)}</p>
          {table.places && <p>{resultLines(table).join(' · ')}</p>}
          <div class="share-board">
            <skin.Board
              table={table}
              view={viewOf(table, viewer)}
              gesture={STILL}
              viewer={viewer}
              mode="both"
            />
          </div>
        </div>
      </div>
      {mayShare && (
        <Button icon="share" disabled={state === 'busy'} onClick={() => void make(share)}>
          {t('web.share.do')}
        </Button>
      )}
      <Button
        icon="download"
        disabled={state === 'busy'}
        onClick={() => void make((file) => download(name, file))}
      >
        {t('web.share.picture.save')}
      </Button>
      {state === 'failed' && (
        <p class="wrong" role="alert">
          {t('web.share.picture.failed')}
        </p>
      )}
    </Way>
  );
}

// ---- all of it ----

interface ShareProps {
  /** What is shown of it. */
  readonly table: TableState;
  readonly past: Past | null;
}

function Ways({ table, past }: ShareProps) {
  const packed = async () => past && gameLink(past.record).catch(() => null);
  const link = useAwaited(past?.record ?? '', packed);
  if (link === undefined) return null; // nothing moves under a finger
  const long = past !== null && link === null;
  return (
    <>
      {link && (
        <Way title={t('web.share.link')} about={t('web.share.link.about')}>
          <Pass text={link} label={t('web.share.link')} />
        </Way>
      )}
      {past && (
        <Way
          title={t('web.share.record')}
          about={t(long ? 'web.share.record.only' : 'web.share.record.about')}
        >
          <Button
            icon="download"
            onClick={() => download(fileName(past.game, Date.now()), past.record)}
          >
            {t('web.over.download')}
          </Button>
        </Way>
      )}
      <Picture table={table} />
      {table.places && (
        <Way title={t('web.share.result')}>
          <Pass
            text={[titleOf(table), ...resultLines(table)].join('\n')}
            label={t('web.share.result')}
          />
        </Way>
      )}
    </>
  );
}

export function Share(props: ShareProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="share" onClick={() => setOpen(true)}>
        {t('web.over.share')}
      </Button>
      {open && (
        <Sheet title={t('web.over.share')} onClose={() => setOpen(false)}>
          <Ways {...props} />
        </Sheet>
      )}
    </>
  );
}
