// SPDX-License-Identifier: MIT
// Building blocks of the screens: buttons, sheets, choices, switches.
import './parts.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../words/words';
import { Icon, type IconName } from './icons';

interface ButtonProps {
  readonly kind?: 'main' | 'quiet';
  readonly icon?: IconName;
  /** The spoken name of a button that shows only an icon. */
  readonly label?: string;
  readonly class?: string;
  readonly disabled?: boolean;
  /** Looks disabled, and says why when touched. */
  readonly unavailable?: boolean;
  readonly pressed?: boolean;
  readonly submit?: boolean;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children?: ComponentChildren;
}

export function Button(props: ButtonProps) {
  const { kind, icon, label, children } = props;
  const names = [kind ? `button-${kind}` : 'button'];
  if (icon && !children) names.push('button-icon');
  if (props.class) names.push(props.class);
  return (
    <button
      type={props.submit ? 'submit' : 'button'}
      class={names.join(' ')}
      disabled={props.disabled}
      aria-disabled={props.unavailable ? 'true' : undefined}
      aria-pressed={props.pressed}
      aria-label={label}
      title={children ? undefined : label}
      onClick={props.onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** A dialog; Esc, the cross and a touch outside close it. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same, and arrives as `cancel`
    <dialog
      ref={ref}
      class="sheet"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="sheet-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" icon="close" label={t('web.look.close')} onClick={onClose} />
      </div>
      <div class="column-wide sheet-body">{children}</div>
    </dialog>
  );
}

interface ChoiceProps<V extends string> {
  readonly value: V;
  readonly values: readonly (readonly [value: V, label: string])[];
  readonly label: string;
  readonly onChange: (value: V) => void;
}

/** A choice of a few, all visible. */
export function Choice<V extends string>({ value, values, label, onChange }: ChoiceProps<V>) {
  const name = useId();
  return (
    <div class="row choice-row" role="radiogroup" aria-label={label}>
      {values.map(([each, words]) => (
        <label key={each} class="choice">
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <span class="choice-words">{words}</span>
        </label>
      ))}
    </div>
  );
}

interface SwitchProps {
  readonly on: boolean;
  readonly label: string;
  readonly help?: string;
  readonly onChange: (on: boolean) => void;
}

export function Switch({ on, label, help, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label class="switch">
      <span class="switch-words">
        <span>{label}</span>
        {help && (
          <span id={id} class="small soft">
            {help}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        aria-label={label}
        aria-describedby={help ? id : undefined}
        onChange={() => onChange(!on)}
      />
    </label>
  );
}
