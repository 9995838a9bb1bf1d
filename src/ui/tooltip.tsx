import '@mantine/core/styles/Tooltip.css';

// A separate module, so that its positioning code is loaded with the first tooltip.
export { Tooltip } from '@mantine/core';
