export const useNotificationEvents = () => undefined
