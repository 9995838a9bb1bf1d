import '@mantine/core/styles/Tooltip.css';

// A module of its own, to be loaded when the first one opens: placing it weighs more than what it says.
export { Tooltip } from '@mantine/core';
