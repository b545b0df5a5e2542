// SPDX-License-Identifier: MIT
// The rules: #rules, #rules/taki in pictures, and behind them #rules/taki/T12 by number. web/rules.mjs
// makes the files.
import './Rules.css';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine } from '../engine/wasm';
import { useAwaited } from '../hooks';
import { Icon } from '../look';
import { skinOf } from '../skins';
import { type Language, language, t } from '../words/words';
import { Guide } from './Guide';
import { Page } from './Page';
import { Cover, RulePicture } from './pictures';
import { TroubleScreen, Waiting } from './Trouble';

interface Block {
  readonly rule?: string;
  readonly name?: string;
  readonly text?: string;
  readonly rows?: readonly (readonly string[])[];
  readonly items?: readonly string[];
  readonly ordered?: boolean;
}

interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

interface Document {
  readonly title: string;
  readonly sections: readonly Section[];
}

const fetched = new Map<string, Promise<Document>>();

function fetchRules(game: string, tongue: Language): Promise<Document> {
  const name = `/rules.${game}.${tongue}.json`;
  let document = fetched.get(name);
  if (!document) {
    document = fetch(name).then((response) => {
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      return response.json() as Promise<Document>;
    });
    document.catch(() => fetched.delete(name));
    fetched.set(name, document);
  }
  return document;
}

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\b[A-Z]{1,2}[0-9]+\b)/;

/** Notation up to this length stays on one line: in Hebrew its halves would run against the
 * line. */
const ONE_LINE = 24;

/** A line with its markup: code, emphasis, and rule numbers as links. */
function Marked({ game, text, ids }: { game: string; text: string; ids: ReadonlySet<string> }) {
  const show = (part: string, i: number): ComponentChildren => {
    if (i % 2 === 0) return part;
    if (part.startsWith('`'))
      return (
        <code key={i} dir="ltr" class={part.length <= ONE_LINE ? 'rules-whole' : undefined}>
          {part.slice(1, -1)}
        </code>
      );
    if (part.startsWith('**')) return <strong key={i}>{part.slice(2, -2)}</strong>;
    if (part.startsWith('*')) return <em key={i}>{part.slice(1, -1)}</em>;
    return ids.has(part) ? (
      <a key={i} href={`#rules/${game}/${part}`}>
        {part}
      </a>
    ) : (
      part
    );
  };
  return <>{text.split(MARKS).map(show)}</>;
}

interface BlockProps {
  readonly game: string;
  readonly block: Block;
  readonly ids: ReadonlySet<string>;
  readonly here: boolean;
}

function Rule({ game, block, ids, here }: BlockProps) {
  const { rule = '', name = '', text = '' } = block;
  return (
    <article id={`rule-${rule}`} class="rules-rule" aria-current={here ? 'location' : undefined}>
      <h3>
        <a class="rules-number" href={`#rules/${game}/${rule}`}>
          {rule}
        </a>{' '}
        <Marked game={game} text={name} ids={ids} />
      </h3>
      <p>
        <Marked game={game} text={text} ids={ids} />
      </p>
      <RulePicture game={game} rule={rule} />
    </article>
  );
}

function Table({ game, block, ids }: BlockProps) {
  const [head = [], ...rows] = block.rows ?? [];
  const cell = (text: string) => <Marked game={game} text={text} ids={ids} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable
    <section class="rules-table" aria-label={head.join(', ')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((text, i) => (
              <th key={i}>{cell(text)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((text, j) => (
                <td key={j}>{cell(text)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function AnyBlock(props: BlockProps) {
  const { game, block, ids } = props;
  if (block.rule) return <Rule {...props} />;
  if (block.rows) return <Table {...props} />;
  if (block.items) {
    const List = block.ordered ? 'ol' : 'ul';
    return (
      <List>
        {block.items.map((item, i) => (
          <li key={i}>
            <Marked game={game} text={item} ids={ids} />
          </li>
        ))}
      </List>
    );
  }
  return (
    <p>
      <Marked game={game} text={block.text ?? ''} ids={ids} />
    </p>
  );
}

/** A section without rules, such as the options, starts folded. */
function AnySection(props: {
  readonly game: string;
  readonly section: Section;
  readonly ids: ReadonlySet<string>;
  readonly rule: string | null;
  readonly folded: boolean;
}) {
  const { game, section, ids, rule, folded } = props;
  const blocks = section.blocks.map((block, i) => (
    <AnyBlock
      key={i}
      game={game}
      block={block}
      ids={ids}
      here={rule !== null && block.rule === rule}
    />
  ));
  if (folded)
    return (
      <details class="panel rules-section">
        <summary>
          <h2>{section.title}</h2>
        </summary>
        {blocks}
      </details>
    );
  return (
    <section class="panel rules-section">
      {section.title && <h2>{section.title}</h2>}
      {blocks}
    </section>
  );
}

/** The whole document, rule by rule. */
function Every(props: { game: string; document: Document; rule: string | null }) {
  const { sections } = props.document;
  const blocks = sections.flatMap((section) => section.blocks);
  const ids = new Set(blocks.map((block) => block.rule ?? ''));
  return (
    <>
      {sections.map((section, i) => (
        <AnySection
          key={section.title}
          game={props.game}
          section={section}
          ids={ids}
          rule={props.rule}
          folded={i > 0 && !section.blocks.some((block) => block.rule)}
        />
      ))}
    </>
  );
}

function RulesOf({ game, rule }: { game: string; rule: string | null }) {
  const tongue = language();
  const document = useAwaited(`${game} ${tongue}`, () =>
    fetchRules(game, tongue).catch(() => 'none' as const),
  );
  useEffect(() => {
    if (rule && document)
      window.document.getElementById(`rule-${rule}`)?.scrollIntoView({ block: 'center' });
  }, [rule, document]);
  if (!document) return <Waiting words={t('web.app.loading')} />;
  if (document === 'none')
    return (
      <TroubleScreen
        icon="offline"
        title={t('web.rules.title')}
        text={t('web.rules.unreachable')}
      />
    );
  const { guide, lessons } = skinOf(game);
  const every = <Every game={game} document={document} rule={rule} />;
  return (
    <Page title={document.title} class="rules" back="#rules">
      {lessons && (
        <nav class="rules-ways">
          <a class="button-main" href={`#learn/${game}`}>
            <Icon name="learn" />
            {t('web.rules.learn')}
          </a>
        </nav>
      )}
      {guide ? (
        <>
          <Guide game={game} guide={guide} />
          <details class="rules-every" open={rule !== null}>
            <summary class="panel">
              <h2>{t('web.rules.every')}</h2>
            </summary>
            {every}
          </details>
        </>
      ) : (
        every
      )}
    </Page>
  );
}

/** The list of games. */
function RulesList() {
  return (
    <Page title={t('web.rules.title')}>
      <ul class="rules-list">
        {engine.games().map(({ name }) => (
          <li key={name} class="panel column rules-game">
            <Cover game={name} />
            <h2>{t(`game.${name}`)}</h2>
            <div class="row centred rules-game-ways">
              <a class="button" href={`#rules/${name}`}>
                <Icon name="rules" />
                {t('web.rules.read')}
              </a>
              {skinOf(name).lessons && (
                <a class="button" href={`#learn/${name}`}>
                  <Icon name="learn" />
                  {t('web.rules.learn')}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Page>
  );
}

export function Rules({ game, rule }: { game: string | null; rule: string | null }) {
  return game && engine.game(game) ? <RulesOf key={game} game={game} rule={rule} /> : <RulesList />;
}
