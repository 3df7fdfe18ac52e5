export { button as client } from '../design-system/button.tsx'
