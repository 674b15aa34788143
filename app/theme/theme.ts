import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import controls from './controls.module.css';

/** The accent's ten shades (hue 200); 7 is oklch(52% 0.09 200). Everything else a component needs is in tokens.css. */
const accent: MantineColorsTuple = [
  '#edfafa',
  '#d8f3f4',
  '#b6e7e9',
  '#90d6d9',
  '#66c2c7',
  '#43aaaf',
  '#229196',
  '#00787d',
  '#006468',
  '#005053',
];
const red: MantineColorsTuple = [
  '#fff1ee',
  '#ffe2de',
  '#ffc8c0',
  '#ffaa9f',
  '#ff877b',
  '#f36258',
  '#db423c',
  '#c22826',
  '#a2191b',
  '#801414',
];
const gray: MantineColorsTuple = [
  '#f8fafc',
  '#f3f5f7',
  '#eceff1',
  '#e1e5e8',
  '#d2d6da',
  '#aaafb3',
  '#7c8185',
  '#53595d',
  '#33393d',
  '#1d2227',
];
const dark: MantineColorsTuple = [
  '#e4e8eb',
  '#c1c5c8',
  '#a1a5a8',
  '#7d8183',
  '#45484b',
  '#333638',
  '#25282a',
  '#191c1e',
  '#131517',
  '#0c0f11',
];

/** `color="var(--amber)"` in the variant `light` is the tone on its tint: see tokens.css. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const tone = input.variant === 'light' && /^var\(--(\w+)\)$/.exec(input.color ?? '')?.[1];
  if (!tone) return defaultVariantColorsResolver(input);
  const tint = `var(--${tone}-tint)`;
  return { background: tint, hover: tint, color: `var(--${tone})`, border: '0' };
};

export const theme = createTheme({
  variantColorResolver,
  primaryColor: 'accent',
  primaryShade: 7,
  colors: { accent, red, gray, dark },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  activeClassName: '',
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      classNames: { root: controls.button, label: controls.buttonLabel, loader: controls.buttonLoader },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' }, classNames: { root: controls.icon } },
    Input: { classNames: { wrapper: controls.inputBox, input: controls.input } },
    InputWrapper: {
      classNames: { root: controls.field, label: controls.label, description: controls.description, error: controls.error },
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
    },
    ModalRoot: { defaultProps: { centered: true, transitionProps: { transition: 'fade', duration: 140 } } },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.35 } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.35 } } },
    Menu: {
      defaultProps: { transitionProps: { transition: 'fade', duration: 120 }, position: 'bottom-end', offset: 4 },
      classNames: { dropdown: controls.floating, item: controls.option, label: controls.optionLabel },
    },
    Combobox: {
      classNames: { dropdown: controls.floating, option: controls.option, groupLabel: controls.optionLabel, empty: controls.empty },
    },
    MultiSelect: { classNames: { inputField: controls.amongPills } },
    Select: {
      defaultProps: {
        ...{ checkIconPosition: 'right', maxDropdownHeight: 400, nothingFoundMessage: 'Sorry, no matching options.' },
        // Enter takes the first that has the words: who types on at once would lose an arrow that comes before the list has changed.
        selectFirstOptionOnChange: true,
      },
    },
    Tooltip: {
      defaultProps: { openDelay: 300, transitionProps: { transition: 'fade', duration: 120 } },
      classNames: { tooltip: controls.tooltip },
    },
    Alert: {
      classNames: {
        root: controls.notice,
        wrapper: controls.noticeLine,

        icon: controls.noticeIcon,
        message: controls.noticeText,
      },
    },
    CloseButton: { defaultProps: { variant: 'subtle', size: 26, iconSize: 16 }, classNames: { root: controls.icon } },
    DataList: { defaultProps: { labelWidth: 92, gap: 8, py: 4 } },
    Radio: { defaultProps: { size: 'xs' }, classNames: { radio: controls.tick } },
    Checkbox: { defaultProps: { size: 'xs' }, classNames: { input: controls.tick } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false }, classNames: { track: controls.track } },
  },
});

/** Maps our tokens to Mantine's variables, so that both use the same colours. The result is in variables.css. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-soft)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-placeholder': 'var(--text-faint)',
    '--mantine-color-disabled-color': 'var(--text-faint)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--rule-strong)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-line-height': '1.45',
    '--mantine-text-wrap': 'pretty',
  },
  light: { '--mantine-color-bright': 'var(--text)' },
  dark: { '--mantine-color-bright': 'var(--text)' },
});
